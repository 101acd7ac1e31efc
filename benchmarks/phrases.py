"""The sentences that generated descriptions are made of, in Portuguese and English."""

from __future__ import annotations

from vocabulary import sentences

FACTS = sentences("""
A equipe de campo confere esta informação durante a ronda da manhã.
The field crew checks this during the morning round.
O dado vem do formulário em papel digitalizado no fim do turno.
The value comes from the paper form scanned at the end of the shift.
A contabilidade usa o valor no fechamento do mês.
Accounting uses the value when the month is closed.
O histórico fica guardado por cinco anos no arquivo central.
The history is kept for five years in the central archive.
A norma interna descreve como o valor é medido.
The internal standard describes how the value is measured.
O painel da sala de controle mostra a última alteração.
The control room panel shows the latest change.
A auditoria anual compara este registro com as notas fiscais.
The yearly audit compares this record with the invoices.
Os técnicos registram a leitura no aplicativo da oficina.
The technicians record the reading in the workshop application.
O conteúdo aparece no relatório enviado ao cliente.
The content appears in the report sent to the client.
A engenharia revisa os limites duas vezes por ano.
Engineering revises the limits twice a year.
O sindicato recebe uma cópia resumida a cada trimestre.
The union receives a short copy every quarter.
A medição segue o procedimento aprovado pelo comitê de risco.
The measurement follows the procedure approved by the risk committee.
O fornecedor informa o dado junto com a entrega.
The supplier states the value together with the delivery.
Uma etiqueta no equipamento repete a mesma informação.
A label on the equipment repeats the same information.
O plantonista anota qualquer diferença no livro de ocorrências.
The person on duty notes any difference in the log book.
A brigada de incêndio consulta o registro nos simulados.
The fire brigade consults the record in drills.
O seguro da unidade depende deste registro.
The insurance of the unit depends on this record.
A estatística mensal de acidentes parte daqui.
The monthly accident statistics start here.
O sistema de ponto fornece o nome e o horário.
The time clock supplies the name and the hour.
A portaria vê o registro quando o veículo chega.
The gatehouse sees the record when the vehicle arrives.
O laboratório devolve o resultado em até três dias.
The laboratory returns the result within three days.
A manutenção programa a próxima parada com base nele.
Maintenance plans the next stop on this basis.
O almoxarifado separa o material pelo mesmo código.
The storeroom sorts the material by the same code.
A gestão de contratos acompanha o saldo por este número.
Contract management follows the balance by this number.
O médico do trabalho lê o campo no exame periódico.
The occupational physician reads the field at the periodic examination.
A leitura é feita com o instrumento calibrado da unidade.
The reading is taken with the calibrated instrument of the unit.
O comitê de mudanças discute os casos fora da faixa.
The change committee discusses the cases outside the range.
A operação noturna usa a mesma escala de valores.
The night operation uses the same scale of values.
O órgão ambiental publica o total por município.
The environmental agency publishes the total by town.
A unidade vizinha compartilha o mesmo cadastro.
The neighbouring unit shares the same master data.
O aplicativo móvel grava a posição junto com o valor.
The mobile application stores the position together with the value.
A foto anexada mostra o ponto exato da medição.
The attached photo shows the exact point of measurement.
O orçamento do próximo ano parte da média deste campo.
The budget of the coming year starts from the average of this field.
A tabela de preços traz a mesma unidade de medida.
The price list has the same unit of measure.
O comprador negocia o prazo a partir desta data.
The buyer negotiates the term from this date.
A ouvidoria responde às dúvidas sobre este registro.
The ombudsman answers questions about this record.
O arquivo digital substituiu as fichas em 2024.
The digital file replaced the index cards in 2024.
A chefia do turno assina a folha impressa.
The shift lead signs the printed sheet.
O relatório semanal agrupa os casos por setor.
The weekly report groups the cases by sector.
A rede de sensores atualiza o valor a cada hora.
The sensor network refreshes the value every hour.
""")
