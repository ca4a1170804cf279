import type { FieldTexts } from '../catalog.ts'

/** The texts that all kinds with request templates share. */
export const requestFields = {
  method: { title: 'Mbinu', description: 'Chaguo-msingi: POST ikiwa kuna maudhui, vinginevyo GET.' },
  headers: { title: 'Vichwa', description: 'Vinaweza kuwa na vishika nafasi.' },
  body: {
    title: 'Maudhui',
    description: 'Maandishi, au kitu kinachotumwa kama JSON. Yanaweza kuwa na vishika nafasi.',
  },
} satisfies FieldTexts

/** The texts that HTTP carriers and HTTP chat channels share. */
export const httpFields: FieldTexts = {
  ...requestFields,
  'states.accepted': {
    title: 'Umekubaliwa',
    description: 'Mtoa huduma alikubali ujumbe. Chaguo-msingi: kila hali ya 2xx.',
  },
  'states.refused': {
    title: 'Umekataliwa',
    description: 'Mtoa huduma hatautuma kamwe. Ujumbe unaishia kutowasilishwa.',
  },
  'states.busy': { title: 'Ana shughuli', description: 'Ujumbe huu utajaribiwa tena baadaye.' },
  'states.slow': {
    title: 'Punguza kasi',
    description:
      'Kutuma kunasimama kwa muda, na hakuna ujumbe unaoshindikana. Pia kwa kukosa salio au nenosiri lisilo sahihi.',
  },
  'states.pending': { title: 'Unasubiri', description: 'Ujumbe bado uko njiani.' },
  reference: {
    title: 'Kumbukumbu',
    description: 'Njia ya kitambulisho cha ujumbe cha mtoa huduma, kama data.0.id. Chaguo-msingi: {id} yetu.',
  },
  state: { title: 'Hali', description: 'Njia ya thamani ambayo hali zilizo hapa chini zinairejelea.' },
  reason: { title: 'Sababu', description: 'Njia ya sababu ya kukataliwa.' },
  answer: { title: 'Jibu', description: 'Mahali thamani zilipo kwenye jibu.' },
  split: {
    title: 'Kitenganishi',
    description: 'Herufi kati ya thamani za jibu la maandishi. Chaguo-msingi: jibu ni JSON.',
  },
  'send.states': { title: 'Hali', description: 'Maana ya kila thamani, au ya hali ya HTTP kama http:422.' },
  states: { title: 'Hali', description: 'Maana ya kila thamani.' },
  'answer.status': { title: 'Hali', description: 'Hali ya HTTP ya jibu.' },
  'answer.type': { title: 'Aina ya maudhui', description: 'Aina ya maudhui ya jibu.' },
  'answer.body': { title: 'Maudhui', description: 'Maandishi ya jibu.' },
  from: {
    title: 'Chanzo',
    description: 'Mahali thamani zilipo: kwenye maudhui ya JSON, fomu, hoja ya URL, au maudhui ya XML.',
  },
  list: {
    title: 'Orodha',
    description:
      'Njia ya orodha ya stakabadhi kwenye maudhui ya JSON au XML. Chaguo-msingi: maudhui ni stakabadhi moja au orodha.',
  },
  'receipts.reference': { title: 'Kumbukumbu', description: 'Njia au jina la uga wa kitambulisho cha ujumbe.' },
  'receipts.answer': { title: 'Jibu', description: 'Jibu letu kwa mtoa huduma, stakabadhi ikishahifadhiwa.' },
  'messages.list': {
    title: 'Orodha',
    description:
      'Njia ya orodha ya ujumbe kwenye maudhui ya JSON au XML. Chaguo-msingi: maudhui ni ujumbe mmoja au orodha.',
  },
  id: {
    title: 'Kitambulisho cha ujumbe',
    description:
      'Njia au jina la uga wa kitambulisho cha mtoa huduma. Ujumbe unaorudiwa hutambuliwa kwa kitambulisho hicho.',
  },
  phone: { title: 'Simu', description: 'Njia au jina la uga wa namba ya mtu.' },
  number: { title: 'Namba', description: 'Njia au jina la uga wa namba yako au namba yako fupi.' },
  text: { title: 'Maandishi', description: 'Njia au jina la uga wa maandishi.' },
  time: {
    title: 'Wakati',
    description: 'Njia au jina la uga wa wakati: ISO 8601, au sekunde au milisekunde tangu 1970. Chaguo-msingi: sasa.',
  },
  coding: {
    title: 'Usimbaji',
    description:
      'Njia au jina la uga wa usimbaji wa maandishi, ikiwa mtoa huduma hutuma baadhi ya maandishi kwa heksadesimali.',
  },
  hex: {
    title: 'Usimbaji wa heksadesimali',
    description: 'Thamani za usimbaji ambazo maandishi yake ni UCS-2 kwa heksadesimali.',
  },
  part: { title: 'Sehemu', description: 'Ikiwa mtoa huduma hutuma sehemu za ujumbe mrefu moja moja.' },
  'part.reference': {
    title: 'Kumbukumbu',
    description: 'Njia au jina la uga wa kitambulisho ambacho sehemu zote zinacho.',
  },
  'part.number': { title: 'Namba', description: 'Njia au jina la uga wa namba ya sehemu, kuanzia 1.' },
  total: { title: 'Jumla', description: 'Njia au jina la uga wa idadi ya sehemu.' },
  'messages.answer': { title: 'Jibu', description: 'Jibu letu kwa mtoa huduma, ujumbe ukishahifadhiwa.' },
  send: { title: 'Kutuma', description: 'Ombi linalokabidhi ujumbe, na maana ya jibu lake.' },
  timeoutSeconds: { title: 'Muda wa kusubiri jibu (sekunde)', description: 'Kikomo cha muda wa jibu.' },
  'secrets.password': { title: 'Nenosiri au tokeni ya {secrets.password}' },
}
