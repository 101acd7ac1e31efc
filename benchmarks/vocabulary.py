"""The words that generated registries are made of, in Portuguese and English."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Noun:
    """One noun in both languages, with the part of an ID that stands for it."""

    key: str
    gender: str
    pt: str
    en: str

    @property
    def of_pt(self) -> str:
        """The noun after `de` and its article."""
        return f"{'da' if self.gender == 'f' else 'do'} {self.pt}"

    @property
    def the_pt(self) -> str:
        """The noun after its article."""
        return f"{'a' if self.gender == 'f' else 'o'} {self.pt}"


def nouns(lines: str) -> tuple[Noun, ...]:
    """One noun a line: key, gender, Portuguese, English."""
    return tuple(Noun(*line.split("|")) for line in lines.strip().splitlines())


def sentences(lines: str) -> tuple[tuple[str, str], ...]:
    """A line in Portuguese, then the same in English."""
    texts = lines.strip().splitlines()
    return tuple(zip(texts[::2], texts[1::2], strict=True))


SECTORS = nouns("""
port|m|porto|port
mine|f|mina|mine
mill|m|moinho|mill
plant|f|usina|plant
yard|m|pátio|yard
dock|f|doca|dock
depot|m|depósito|depot
store|m|armazém|warehouse
lab|m|laboratório|laboratory
farm|f|fazenda|farm
dam|f|barragem|dam
tunnel|m|túnel|tunnel
bridge|f|ponte|bridge
quarry|f|pedreira|quarry
rail|f|ferrovia|railway
fleet|f|frota|fleet
airport|m|aeroporto|airport
clinic|m|ambulatório|clinic
kitchen|f|cozinha|kitchen
office|m|escritório|office
site|m|canteiro|building site
tower|f|torre|tower
silo|m|silo|silo
boiler|f|caldeira|boiler house
furnace|m|forno|furnace
crane|m|guindaste|crane park
pipe|m|duto|pipeline
grid|f|rede elétrica|power grid
station|f|subestação|substation
term|m|terminal|terminal
shop|f|oficina|workshop
garage|f|garagem|garage
sawmill|f|serraria|sawmill
tannery|m|curtume|tannery
brewery|f|cervejaria|brewery
dairy|m|laticínio|dairy
bakery|f|panificadora|bakery
smelter|f|fundição|smelter
wharf|m|cais|wharf
reactor|m|reator|reactor
turbine|f|turbina|turbine hall
press|f|prensa|press room
line|f|linha de montagem|assembly line
camp|m|alojamento|camp
canal|m|canal|canal
hangar|m|hangar|hangar
pump|f|casa de bombas|pump house
tank|m|parque de tanques|tank farm
well|m|poço|well
rig|f|sonda|rig
gate|f|portaria|gatehouse
school|f|escola|school
hall|m|galpão|hall
vault|m|cofre|vault
forge|f|forjaria|forge
""")

AREAS = nouns("""
safety|f|segurança|safety
health|f|saúde|health
quality|f|qualidade|quality
cleaning|f|limpeza|cleaning
access|m|controle de acesso|access control
training|m|treinamento|training
audit|f|auditoria|audit
buying|f|compra de materiais|buying
supply|m|suprimento|supply
traffic|m|tráfego interno|internal traffic
energy|f|gestão de energia|energy management
water|m|tratamento de água|water treatment
waste|f|gestão de resíduos|waste management
air|m|monitoramento do ar|air monitoring
noise|m|controle de ruído|noise control
fire|f|prevenção de incêndio|fire prevention
rescue|m|resgate|rescue
repair|m|reparo|repair
stock|f|estocagem|stock keeping
packing|f|embalagem|packing
billing|f|cobrança|billing
payroll|f|folha de pagamento|payroll
hiring|f|contratação|hiring
leave|m|afastamento|leave of absence
travel|f|viagem a serviço|business travel
legal|m|jurídico|legal affairs
ethics|f|ética|ethics
budget|m|orçamento|budget
tax|f|apuração de tributos|taxes
cost|f|apuração de custos|costs
sales|f|venda|sales
service|m|atendimento|customer service
claims|f|regulação de sinistros|claims
plan|m|planejamento|planning
design|m|projeto|design
testing|m|ensaio|testing
welding|f|soldagem|welding
lifting|m|içamento|lifting
scaffold|f|montagem de andaimes|scaffolding
digging|f|escavação|excavation
painting|f|pintura|painting
heating|m|aquecimento|heating
cooling|f|refrigeração|cooling
lighting|f|iluminação|lighting
signage|f|sinalização|signage
greasing|f|lubrificação|lubrication
hygiene|f|higiene ocupacional|occupational hygiene
""")

HEADS = nouns("""
permit|f|permissão|permit
inspect|f|inspeção|inspection
report|m|relatório|report
order|f|ordem|order
plan|m|plano|plan
list|f|lista|list
event|f|ocorrência|event
record|m|registro|record
request|f|solicitação|request
card|m|cartão|card
notice|m|aviso|notice
license|f|licença|licence
visit|f|visita|visit
shift|m|turno|shift
task|f|tarefa|task
test|m|teste|test
sample|f|amostra|sample
meeting|f|reunião|meeting
review|f|análise|review
route|f|rota|route
batch|m|lote|batch
invoice|f|fatura|invoice
quote|f|cotação|quotation
ticket|m|chamado|ticket
badge|m|crachá|badge
course|m|curso|course
exam|m|exame|exam
drill|m|simulado|drill
hazard|m|perigo|hazard
control|m|controle|control
barrier|f|barreira|barrier
alarm|m|alarme|alarm
meter|m|medidor|meter
reading|f|leitura|reading
survey|m|levantamento|survey
claim|f|reclamação|claim
voucher|m|vale|voucher
proof|m|comprovante|proof
contact|m|contato|contact
fault|f|falha|fault
lock|m|bloqueio|lock
tag|f|etiqueta|tag
""")

MODIFIERS = nouns("""
gas|m|gás|gas
height|f|altura|height
night|f|noite|night
entry|f|entrada|entry
exit|f|saída|exit
vehicle|m|veículo|vehicle
hoist|f|talha|hoist
ladder|f|escada|ladder
helmet|m|capacete|helmet
glove|f|luva|glove
mask|f|máscara|mask
sound|m|som|sound
dust|f|poeira|dust
heat|m|calor|heat
fuel|m|combustível|fuel
oil|m|óleo|oil
steam|m|vapor|steam
power|f|energia|power
cable|m|cabo|cable
pipe|f|tubulação|pipe
motor|m|motor|motor
belt|f|correia|belt
filter|m|filtro|filter
weld|f|solda|weld
paint|f|tinta|paint
cargo|f|carga|cargo
scrap|f|sucata|scrap
spill|m|vazamento|spill
guest|m|visitante|visitor
driver|m|motorista|driver
team|f|equipe|team
vendor|m|fornecedor|supplier
roof|m|telhado|roof
floor|m|piso|floor
door|f|porta|door
fence|f|cerca|fence
lamp|f|luminária|lamp
valve|f|válvula|valve
price|m|preço|price
wage|m|salário|wage
axle|m|eixo|axle
bolt|m|parafuso|bolt
acid|m|ácido|acid
foam|f|espuma|foam
hose|f|mangueira|hose
chain|f|corrente|chain
""")

COLLECTIONS = nouns("""
items|m|itens|items
pieces|f|peças|parts
steps|f|etapas|steps
threats|m|riscos|risks
photos|f|fotos|photos
signers|m|signatários|signatories
notes|f|notas|notes
files|m|arquivos|files
gears|m|equipamentos|equipment
areas|f|áreas|areas
crews|f|turmas|crews
checks|f|verificações|checks
stops|f|paradas|stops
losses|f|perdas|losses
fees|f|taxas|fees
bids|f|propostas|bids
""")

PARTS = nouns("""
name|m|nome|name
code|m|código|code
rank|f|ordem|rank
owner|m|dono|owner
unit|f|unidade|unit
kind|m|tipo|kind
size|m|tamanho|size
state|f|situação|state
total|m|total|total
""")

PROCESSES = nouns("""
approval|m|fluxo de aprovação|approval workflow
closing|m|fluxo de encerramento|closing workflow
renewal|m|fluxo de renovação|renewal workflow
handover|f|passagem de turno|handover workflow
triage|f|triagem|triage workflow
recall|m|fluxo de recolhimento|recall workflow
""")

RULES = nouns("""
limit|f|regra do limite|limit rule
deadline|f|regra do prazo|deadline rule
pairing|f|regra da dupla conferência|double check rule
quorum|f|regra do quórum|quorum rule
spacing|f|regra do espaçamento|spacing rule
lockout|f|regra do bloqueio|lockout rule
""")
