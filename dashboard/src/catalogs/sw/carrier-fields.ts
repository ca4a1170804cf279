import type { CarrierFields, FieldTexts } from '../catalog.ts'
import { httpFields } from './http-fields.ts'

/** When the messages of a carrier take another route. */
const failover: FieldTexts = {
  failoverSeconds: {
    title: 'Muda kabla ya kuhama (sekunde)',
    description: 'Muda bila muunganisho kabla ya ujumbe wake kutumia njia inayofuata. Usizidi siku moja.',
  },
  health: { title: 'Kanuni za ukaguzi', description: 'Mtoa huduma akiondolewa, ujumbe wake hutumia njia inayofuata.' },
  'health.errorsAbove': {
    title: 'Kikomo cha makosa',
    description: 'Huondolewa ikiwa sehemu kubwa zaidi ya majibu ni makosa. 1 huzima kanuni hii.',
  },
  'health.missingAbove': {
    title: 'Kikomo cha stakabadhi zilizokosekana',
    description: 'Huondolewa ikiwa sehemu kubwa zaidi ya ujumbe haina stakabadhi. 1 huzima kanuni hii.',
  },
  'health.receiptMinutes': {
    title: 'Muda wa kusubiri stakabadhi (dakika)',
    description: 'Umri wa ujumbe ambapo stakabadhi yake inahesabiwa kukosekana.',
  },
  'health.minutes': { title: 'Kipindi (dakika)', description: 'Majibu na ujumbe wa kipindi hiki hutathminiwa.' },
  'health.least': { title: 'Idadi ya chini', description: 'Majibu au ujumbe ukiwa mchache zaidi, hali haitathminiwi.' },
  'health.outSeconds': {
    title: 'Muda wa kuondolewa (sekunde)',
    description: 'Muda kabla ya jaribio linalofuata. Huongezeka maradufu baada ya kila jaribio lililoshindikana.',
  },
  'health.trialMessages': {
    title: 'Ujumbe wa majaribio',
    description: 'Ujumbe unaomjaribu mtoa huduma kwenye jaribio.',
  },
}

export const carrierFields: CarrierFields = {
  smpp: {
    ...failover,
    'tls.serverName': {
      title: 'Jina kwenye cheti',
      description: 'Jina la kuthibitisha kwenye cheti. Chaguo-msingi: seva pangishi.',
    },
    'tls.ca': {
      title: 'Mamlaka ya cheti',
      description: 'Cheti cha mamlaka ya mtoa huduma mwenyewe, katika muundo wa PEM. Chaguo-msingi: mamlaka za umma.',
    },
    'tls.verify': {
      title: 'Thibitisha cheti',
      description: 'Zima kwa majaribio tu: hapo cheti chochote kinakubaliwa.',
    },
    'addresses.alphanumeric': {
      title: 'Watumaji wenye herufi',
      description: 'TON na NPI ya majina ya watumaji yenye herufi.',
    },
    'addresses.number': {
      title: 'Watumaji wa namba',
      description: 'TON na NPI ya watumaji ambao ni namba za simu.',
    },
    'addresses.shortCode': {
      title: 'Namba fupi',
      description: 'TON na NPI ya watumaji wenye tarakimu zisizozidi sita. Baadhi ya watoa huduma huhitaji 6,0 au 0,1.',
    },
    'addresses.destination': { title: 'Mpokeaji', description: 'TON na NPI ya namba ya mpokeaji.' },
    ton: { title: 'TON', description: 'Aina ya namba.' },
    npi: { title: 'NPI', description: 'Kiashiria cha mpango wa namba.' },
    host: { title: 'Seva pangishi', description: 'Jina au anwani ya IP ya kituo cha ujumbe, bila mlango.' },
    port: { title: 'Mlango', description: 'Mlango wa TCP wa kituo cha ujumbe.' },
    systemId: { title: 'System ID', description: 'Jina lako la mtumiaji kwa mtoa huduma, lisilozidi herufi 64.' },
    systemType: { title: 'System type', description: 'Ikiwa tu mtoa huduma anaihitaji.' },
    mode: {
      title: 'Hali ya muunganisho (bind)',
      description: 'Chagua “pair”, kitumaji na kipokeaji, ikiwa mtoa huduma hatumii transceiver.',
    },
    binds: {
      title: 'Miunganisho (bind)',
      description: 'Idadi ya miunganisho ya michakato yote. Mtoa huduma lazima aruhusu zaidi ya mmoja.',
    },
    window: {
      title: 'Dirisha',
      description:
        'Ujumbe ambao muunganisho mmoja unaweza kutuma kabla ya jibu kufika. Usizidi kikomo cha mtoa huduma.',
    },
    ratePerSecond: {
      title: 'Ujumbe kwa sekunde',
      description:
        'Kasi ya juu zaidi kwa miunganisho yote, kama mlivyokubaliana na mtoa huduma. Sehemu za ujumbe mrefu huhesabiwa. 0 inamaanisha hakuna kikomo.',
    },
    tls: { title: 'TLS', description: 'Husimba muunganisho kwa njia fiche.' },
    addressRange: { title: 'Address range', description: 'Ikiwa tu mtoa huduma anaihitaji.' },
    answerSeconds: {
      title: 'Muda wa kusubiri jibu (sekunde)',
      description: 'Ujumbe usiojibiwa ndani ya muda huu hutumwa tena na unaweza kufika mara mbili.',
    },
    enquireSeconds: {
      title: 'Muda kati ya ukaguzi (sekunde)',
      description: 'Muunganisho usio na shughuli hukaguliwa baada ya muda huu. Uwe chini ya muda wa mtoa huduma.',
    },
    text: {
      title: 'Usimbaji',
      description:
        'Usimbaji wa maandishi ya alfabeti ya GSM 03.38. Badilisha ikiwa @, _, $ au é hufika kama herufi nyingine.',
    },
    dataCoding: {
      title: 'Data coding',
      description:
        'Thamani ya data_coding ya maandishi haya, ikiwa mtoa huduma anahitaji tofauti na chaguo-msingi: 0, au 3 kwa latin1.',
    },
    longMessages: {
      title: 'Ujumbe mrefu',
      description:
        'Jinsi sehemu za ujumbe mrefu zinavyowekwa alama. Badilisha ikiwa ujumbe mrefu hufika vipande vipande.',
    },
    validity: {
      title: 'Muda wa uhalali',
      description: 'Jinsi muda wa kuisha wa ujumbe unavyotumwa. Chagua “none” ikiwa mtoa huduma anaukataa.',
    },
    serviceType: { title: 'Service type', description: 'Ikiwa tu mtoa huduma anaihitaji.' },
    addresses: { title: 'Aina za namba', description: 'TON na NPI kwa aina ya mtumaji, na ya mpokeaji.' },
    answerIds: {
      title: 'Vitambulisho vya ujumbe kwenye majibu',
      description:
        'Muundo wa vitambulisho vya ujumbe kwenye majibu. Kwa “text”, herufi kubwa au ndogo na sifuri za mwanzo hazijalishi.',
    },
    receiptIds: {
      title: 'Vitambulisho vya ujumbe kwenye stakabadhi',
      description:
        'Muundo wa vitambulisho vya ujumbe kwenye stakabadhi. Badilisha vyote viwili ikiwa majibu yana 1A2B na stakabadhi 6699.',
    },
    unmarkedReceipts: {
      title: 'Stakabadhi zisizo na alama',
      description:
        'Huchukulia ujumbe wenye muundo wa stakabadhi kuwa stakabadhi hata kama mtoa huduma hauwekei alama. Yeyote mwenye simu anaweza kughushi ujumbe kama huo.',
    },
    statusErrors: {
      title: 'Makosa ya utumaji',
      description:
        'Hali za majibu ya utumaji pamoja na hatua (fail, retry au throttle) na sababu, pale ambapo chaguo-msingi si sahihi.',
    },
    receiptErrors: {
      title: 'Makosa kwenye stakabadhi',
      description:
        'Misimbo ya makosa au hali za stakabadhi pamoja na hatua (fail au retry) na sababu, pale ambapo chaguo-msingi si sahihi.',
    },
    'secrets.password': { title: 'Nenosiri' },
  },
  http: {
    ...failover,
    ...httpFields,
    'states.delivered': { title: 'Umewasilishwa', description: 'Ujumbe ulifika kwenye simu.' },
    'states.undelivered': { title: 'Haukuwasilishwa', description: 'Ujumbe hautafika kamwe kwenye simu.' },
    url: {
      title: 'URL',
      description: 'Inaweza kuwa na vishika nafasi kama {phone}, {sender}, {text}, {id} na {secrets.password}.',
    },
    afterSeconds: {
      title: 'Uliza baada ya (sekunde)',
      description: 'Umri wa ujumbe kwenye ombi la kwanza la hali. Chaguo-msingi: 0, au 300 kukiwa na stakabadhi.',
    },
    gsm: { title: 'GSM 03.38', description: 'Kwa maandishi ya alfabeti ya GSM 03.38.' },
    ucs2: { title: 'UCS-2', description: 'Kwa maandishi mengine yote.' },
    receipts: { title: 'Stakabadhi', description: 'Stakabadhi za uwasilishaji ambazo mtoa huduma hutuma.' },
    messages: { title: 'Ujumbe unaoingia', description: 'Ujumbe wa watu unaotumwa na mtoa huduma.' },
    status: { title: 'Ombi la hali', description: 'Ombi linalouliza hali ya ujumbe.' },
    encodings: { title: 'Usimbaji', description: 'Thamani za {encoding}.' },
    window: {
      title: 'Dirisha',
      description:
        'Maombi ya wakati mmoja ya kila mchakato. Baada ya hitilafu, ujumbe usiozidi idadi hii hutumwa mara mbili.',
    },
    ratePerSecond: {
      title: 'Maombi kwa sekunde',
      description: 'Kasi ya juu zaidi ya kila mchakato. 0 inamaanisha hakuna kikomo.',
    },
  },
}
