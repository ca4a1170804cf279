import type { OperatorCatalog } from '../catalog.ts'

export const sandbox: OperatorCatalog['sandbox'] = {
  title: 'Eneo la majaribio',
  about: 'Sogeza saa mbele na ufanye mtandao wa kuigiza ushindwe, kwa kila akaunti kwenye seva hii.',
  production: 'Seva hii inatumika kwa kazi halisi: haina mtandao wa kuigiza, na saa yake haiwezi kusogezwa.',
  clock: 'Saa',
  sameTime: 'Sawa na saa halisi.',
  ahead: '{duration} mbele ya saa halisi.',
  clockAbout:
    'Ukisogeza saa mbele, ujumbe ulioratibiwa hutumwa, PIN huisha muda na majaribio mapya hufanyika. Saa haiwezi kurudishwa nyuma, hata kwa kuwasha upya. Kuingia na kumbukumbu ya ukaguzi hutumia saa halisi.',
  forward: 'Sogeza mbele {duration}',
  amount: 'Muda',
  unit: 'Kipimo',
  units: {
    minutes: 'dakika',
    hours: 'saa',
    days: 'siku',
  },
  move: 'Sogeza saa',
  tooFar: 'Weka siku zisizozidi 366.',
  moved: 'Saa imesogezwa mbele kwa {duration}.',
  moveTitle: 'Ungependa kusogeza saa mbele kwa {duration}?',
  moveAbout:
    'Hili linaathiri kila akaunti kwenye seva hii. Ujumbe unaosubiri unaweza kuisha muda. Saa haiwezi kurudishwa nyuma.',
  faults: 'Hitilafu',
  faultsActive: 'Hitilafu zimewashwa',
  faultsAbout:
    'Fanya mtandao wa kuigiza ushindwe kama mitandao halisi, ili uone programu zako zinavyoitikia. Mipangilio yako hubaki hadi uiweke upya.',
  apply: 'Tumia mabadiliko',
  applied: 'Hitilafu zimewekwa.',
  reset: 'Weka upya zote',
  resetDone: 'Hitilafu zote zimezimwa.',
  notApplied: 'Bado haijatumika',
  none: 'Hakuna',
  noDelay: 'Bila kuchelewa',
  noLimit: 'Hakuna kikomo',
  perSecond: '{count, number} kwa sekunde',
  knobs: {
    refusalRate: 'Kukataliwa',
    disconnectRate: 'Kukatika',
    latencyMs: 'Ucheleweshaji',
    ratePerSecond: 'Kikomo cha kasi',
  },
  knobAbout: {
    refusalRate: 'Sehemu ya ujumbe ambao mtandao unakataa. Huishia kutowasilishwa na hautozwi.',
    disconnectRate:
      'Sehemu ya ujumbe ambapo muunganisho hukatika kwa sekunde moja. Hakuna ujumbe unaopotea: unaosubiri hutumwa tena.',
    latencyMs: 'Muda ambao mtandao unachukua kujibu kila ujumbe.',
    ratePerSecond:
      'Idadi ya ujumbe ambao mtandao unapokea kwa sekunde. Mwingine husubiri kwenye foleni; PIN hutangulia.',
  },
}
