import type { Catalog } from '../catalog.ts'

export const refusals: Catalog['refusals'] = {
  title: 'Maombi yaliyokataliwa',
  about:
    'Maombi ya API ya programu zako yaliyokataliwa katika siku 30 zilizopita, pamoja na sababu na suluhisho. Mapya huonekana kiotomatiki.',
  reference: 'Marejeleo ya API',
  reason: 'Sababu',
  request: 'Ombi',
  caller: 'Kitambulisho',
  credential: 'Ufunguo au tokeni',
  count: 'Idadi',
  last: 'Mara ya mwisho',
  first: 'Mara ya kwanza: {at}',
  others: 'Maombi mengine: hitilafu tofauti ni nyingi mno kuorodheshwa zote.',
  status: '{status}, msimbo {code}',
  statusMessage: '{status}, msimbo {code}: {message}',
  key: 'Ufunguo wa API na. {id}',
  token: 'Tokeni ya ufikiaji na. {id}',
  smpp: 'Kitambulisho cha SMPP na. {id}',
  choice: '{name}, na. {id}',
  all: 'Funguo na tokeni zote',
  search: 'Tafuta',
  searchExample: 'Njia, msimbo au neno',
  empty: 'Hakuna maombi yaliyokataliwa',
  emptyAbout:
    'API inapokataa ombi la mojawapo ya programu zako, litaonekana hapa ndani ya sekunde chache, pamoja na sababu na suluhisho. <link>Marejeleo ya API</link> yanaeleza maombi sahihi.',
  privacy:
    'Maandishi ya ujumbe na namba za simu hazihifadhiwi hapa. Maombi yasiyo na ufunguo halali hayana akaunti na hayaorodheshwi.',
}
