"""The properties that records have, and the words for their values, in Portuguese and English."""

from __future__ import annotations

from dataclasses import dataclass

from vocabulary import Noun


@dataclass(frozen=True, slots=True)
class Attribute:
    """One property that records have: its words, other words for it, and what its values look like."""

    noun: Noun
    kind: str
    other_pt: str
    other_en: str


def attributes(lines: str) -> tuple[Attribute, ...]:
    """One attribute a line: key, kind, gender, Portuguese twice, English twice."""
    found = []
    for line in lines.strip().splitlines():
        key, kind, gender, pt, other_pt, en, other_en = line.split("|")
        found.append(Attribute(Noun(key, gender, pt, en), kind, other_pt, other_en))
    return tuple(found)


ATTRIBUTES = attributes("""
validityDays|days|f|validade em dias|prazo|validity in days|valid for
noticeDays|days|f|antecedência em dias|aviso prévio|days of notice|lead time
graceDays|days|f|carência em dias|tolerância|days of grace|grace period
retainDays|days|f|retenção em dias|tempo de guarda|days of retention|kept for
repeatDays|days|m|intervalo em dias|periodicidade|interval in days|repeats every
quantity|amount|f|quantidade|volume pedido|quantity|how many
headcount|amount|m|número de pessoas|efetivo|number of people|crew size
maxLoad|amount|f|carga máxima|capacidade|maximum load|capacity
pressure|amount|f|pressão|pressão de trabalho|pressure|working pressure
heightCm|amount|f|altura em centímetros|altura medida|height in centimetres|measured height
depthCm|amount|f|profundidade em centímetros|profundidade medida|depth in centimetres|measured depth
weightKg|amount|m|peso em quilos|massa|weight in kilograms|mass
distanceM|amount|f|distância em metros|afastamento mínimo|distance in metres|minimum clearance
voltage|amount|f|tensão elétrica|voltagem|voltage|rated voltage
decibels|amount|m|nível de ruído|decibéis|noise level|decibels
celsius|amount|f|temperatura|graus medidos|temperature|degrees measured
humidity|amount|f|umidade|umidade relativa|humidity|relative humidity
score|amount|f|pontuação|nota obtida|score|points
attempts|amount|m|número de tentativas|repetições|number of attempts|tries
costCents|amount|m|custo em centavos|valor gasto|cost in cents|amount spent
severity|choice|f|gravidade|severidade|severity|seriousness
priority|choice|f|prioridade|urgência|priority|urgency
exposure|choice|f|exposição|grau de exposição|exposure|degree of exposure
likelihood|choice|f|probabilidade|chance estimada|likelihood|estimated chance
criticality|choice|f|criticidade|peso para a operação|criticality|weight for the operation
reach|choice|f|abrangência|alcance|scope reached|coverage
shift|shift|m|turno de trabalho|período do dia|working shift|part of the day
period|shift|m|período de execução|horário|period of execution|time slot
result|result|m|resultado|parecer|result|finding
verdict|result|f|conclusão|desfecho|conclusion|outcome
condition|result|f|condição geral|estado de conservação|general condition|state of repair
startDate|date|f|data de início|começo previsto|start date|planned beginning
endDate|date|f|data de término|fim previsto|end date|planned finish
issuedAt|date|f|data de emissão|quando foi emitido|date of issue|issued on
receivedAt|date|f|data de recebimento|chegada|date received|arrival
checkedAt|date|f|data da conferência|última verificação|date checked|last verification
expiresAt|date|m|vencimento|data limite|expiry date|deadline
nextVisit|date|f|próxima visita|retorno agendado|next visit|scheduled return
calibratedAt|date|f|data de calibração|última calibração|calibration date|last calibration
lastService|date|f|última manutenção|revisão anterior|last maintenance|previous service
bornAt|date|f|data de fabricação|fabricação|date of manufacture|made on
serial|code|m|número de série|série|serial number|serial
docNumber|code|m|número do documento|protocolo|document number|filing number
assetCode|code|m|código do ativo|patrimônio|asset code|asset tag
badgeCode|code|f|matrícula|chapa|staff number|badge number
costCenter|code|m|centro de custo|conta contábil|cost centre|ledger account
batchCode|code|m|código do lote|partida|batch code|lot
plate|code|f|placa|emplacamento|number plate|registration plate
drawing|code|m|desenho técnico|planta baixa|technical drawing|blueprint
standard|code|f|norma aplicável|norma técnica|applicable standard|technical norm
orderCode|code|m|número do pedido|pedido|order number|purchase order
location|text|m|local|onde fica|location|whereabouts
summary|text|m|resumo|descrição curta|summary|short description
reason|text|m|motivo|justificativa|reason|justification
cause|text|f|causa provável|origem|probable cause|origin
remedy|text|f|ação corretiva|correção|corrective action|fix
measure|text|f|medida de controle|proteção adotada|control measure|protection taken
remarks|text|f|observações|anotações|remarks|notes
material|text|m|material|insumo|material|input material
product|text|m|produto|mercadoria|product|goods
brand|text|f|marca|fabricante|brand|maker
model|text|m|modelo|versão do equipamento|model|equipment version
color|text|f|cor|cor de identificação|colour|marking colour
building|text|m|prédio|edificação|building|block
floorName|text|m|andar|pavimento|storey|level of the building
room|text|f|sala|recinto|room|chamber
street|text|m|logradouro|endereço|street|address
city|text|m|município|cidade|city|town
client|text|m|cliente|contratante|client|customer
project|text|m|projeto vinculado|obra|linked project|works
activity|text|f|atividade|serviço executado|activity|work performed
method|text|m|método|procedimento|method|procedure
tool|text|f|ferramenta|instrumento|tool|instrument
shelter|text|m|abrigo|ponto de encontro|shelter|assembly point
route|text|m|trajeto|caminho percorrido|path taken|way followed
responsible|person|m|responsável|encarregado|responsible person|person in charge
supervisor|person|m|supervisor|chefia imediata|supervisor|line manager
inspector|person|m|inspetor|quem inspecionou|inspector|who inspected
approver|person|m|aprovador|quem autoriza|approver|who authorises
operator|person|m|operador|quem opera|operator|who operates
witness|person|f|testemunha|quem presenciou|witness|who was present
doctor|person|m|médico|médico do trabalho|doctor|occupational physician
engineer|person|m|engenheiro|responsável técnico|engineer|technical lead
carrier|person|m|transportador|quem transporta|carrier|who transports
buyer|person|m|comprador|quem compra|buyer|who buys
sealed|flag|m|lacre íntegro|está lacrado|seal intact|is sealed
signed|flag|f|assinatura presente|está assinado|signature present|is signed
insured|flag|f|cobertura de seguro|está segurado|insurance cover|is insured
trained|flag|m|treinamento em dia|está treinado|training up to date|is trained
isolated|flag|m|isolamento da área|está isolado|area isolation|is isolated
urgent|flag|m|caráter urgente|é urgente|urgent nature|is urgent
outdoors|flag|f|execução ao ar livre|é externo|outdoor execution|is outdoors
shared|flag|m|uso compartilhado|é compartilhado|shared use|is shared
""")

CHOICES: dict[str, tuple[tuple[str, str, str], ...]] = {
    "choice": (("LOW", "baixo", "low"), ("MEDIUM", "médio", "medium"), ("HIGH", "alto", "high")),
    "shift": (("DAY", "diurno", "day"), ("NIGHT", "noturno", "night"), ("ROTATING", "revezamento", "rotating")),
    "result": (
        ("PASSED", "aprovado", "passed"),
        ("FAILED", "reprovado", "failed"),
        ("PENDING", "em análise", "under review"),
        ("WAIVED", "dispensado", "waived"),
    ),
    "status": (
        ("DRAFT", "rascunho", "draft"),
        ("PENDING", "aguardando aprovação", "waiting for approval"),
        ("APPROVED", "aprovado", "approved"),
        ("CANCELLED", "cancelado", "cancelled"),
        ("CLOSED", "encerrado", "closed"),
    ),
}
