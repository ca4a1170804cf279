import type { Catalog } from '../catalog.ts'

export const requestLog: Catalog['requestLog'] = {
  title: 'Kumbukumbu ya maombi',
  about:
    'Maombi ya API ya siku saba zilizopita, pamoja na mwili na jibu. Mapya huonekana ndani ya sekunde chache. Maombi ya mara kwa mara huchukuliwa kwa sampuli: takriban moja kwa sekunde. Kila ombi lililokataliwa huhesabiwa.',
  request: 'Ombi',
  status: 'Hali',
  statusCode: '{status}, msimbo {code}',
  caller: 'Ufunguo',
  dashboard: 'Dashibodi',
  duration: 'Muda uliotumika',
  milliseconds: 'ms {count, number}',
  time: 'Wakati',
  outcome: 'Matokeo',
  outcomes: {
    accepted: 'Imekubaliwa',
    refused: 'Imekataliwa',
    failed: 'Kosa la seva',
  },
  method: 'Njia',
  all: 'Zote',
  search: 'Tafuta',
  searchExample: 'Njia, msimbo au neno',
  requestIdExample: 'X-Request-Id ya jibu',
  since: 'Tangu',
  empty: 'Bado hakuna maombi ya API',
  emptyAbout:
    'Maombi ya programu zako huonekana hapa ndani ya sekunde chache. <link>Tuma ujumbe wa kwanza</link> ili kuanza.',
  privacy:
    'Nywila, PIN na siri nyingine zimefichwa, pamoja na tarakimu katika maandishi ya ujumbe. Miili mirefu hukatwa. Maombi yenye nambari huondolewa data yake inapofutwa.',
  missing:
    'Ombi hili halimo katika kumbukumbu. Maombi mapya huonekana ndani ya sekunde chache; huhifadhiwa kwa siku saba, na ya mara kwa mara huchukuliwa kwa sampuli.',
  statusMessage: '{status}, msimbo {code}: {message}',
  times: '{message} (mara {count, number})',
  show: 'Onyesha',
  each: 'Kila ombi',
  rejected: 'Maombi yaliyokataliwa',
  reason: 'Sababu',
  count: 'Idadi',
  last: 'Mara ya mwisho',
  first: 'Mara ya kwanza: {at}',
  others: 'Maombi mengine: hitilafu tofauti ni nyingi mno kuorodheshwa zote.',
  address: 'Anwani ya IP',
  credential: 'Ufunguo au tokeni',
  allCredentials: 'Funguo na tokeni zote',
  choice: '{name}, na. {id}',
  key: 'Ufunguo wa API na. {id}',
  token: 'Tokeni ya ufikiaji na. {id}',
  smpp: 'Kitambulisho cha SMPP na. {id}',
  number: 'Namba ya simu',
  reference: 'Marejeleo ya API',
  noneRejected: 'Hakuna maombi yaliyokataliwa',
  noneRejectedAbout:
    'API inapokataa ombi la mojawapo ya programu zako, litaonekana hapa ndani ya sekunde chache, pamoja na sababu na suluhisho.',
  noneUnknownAbout:
    'Programu zinazoita API kwa ufunguo au tokeni isiyojulikana huonekana hapa ndani ya sekunde chache, pamoja na anwani yake ya IP.',
  unknownAbout:
    'Maombi ya API ya siku saba zilizopita yenye ufunguo au tokeni ambayo hakuna akaunti inayo, kwa anwani ya IP. Maombi yenye siri isiyo sahihi yamo katika kumbukumbu ya maombi ya akaunti.',
  details: 'Maelezo',
  query: 'Vigezo',
  body: 'Mwili wa ombi',
  noBody: 'Hakuna mwili, au haukuweza kusomwa.',
  noAnswer: 'Halikuhifadhiwa: ni faili, jibu kubwa, au jibu lenye siri.',
  again: 'Jaribu tena',
  againAbout:
    'Ombi lilelile kama programu. Badilisha KEY na SECRET kwa ufunguo wa API, na thamani zilizofichwa (••••) kwa zako.',
}
