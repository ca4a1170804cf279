import type { CarrierFields } from '../catalog.ts'

export const carrierFields: CarrierFields = {
  smpp: {
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
    'secrets.password': { title: 'Nenosiri' },
  },
  http: {
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
    'states.delivered': { title: 'Umewasilishwa', description: 'Ujumbe ulifika kwenye simu.' },
    'states.undelivered': { title: 'Haukuwasilishwa', description: 'Ujumbe hautafika kamwe kwenye simu.' },
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
    url: {
      title: 'URL',
      description: 'Inaweza kuwa na vishika nafasi kama {phone}, {sender}, {text}, {id} na {secrets.password}.',
    },
    method: { title: 'Mbinu', description: 'Chaguo-msingi: POST ikiwa kuna maudhui, vinginevyo GET.' },
    headers: { title: 'Vichwa', description: 'Vinaweza kuwa na vishika nafasi.' },
    body: {
      title: 'Maudhui',
      description: 'Maandishi, au kitu kinachotumwa kama JSON. Yanaweza kuwa na vishika nafasi.',
    },
    'send.states': { title: 'Hali', description: 'Maana ya kila thamani, au ya hali ya HTTP kama http:422.' },
    states: { title: 'Hali', description: 'Maana ya kila thamani.' },
    afterSeconds: {
      title: 'Uliza baada ya (sekunde)',
      description: 'Umri wa ujumbe kwenye ombi la kwanza la hali. Chaguo-msingi: 0, au 300 kukiwa na stakabadhi.',
    },
    'receipts.answer.status': { title: 'Hali', description: 'Hali ya HTTP ya jibu.' },
    type: { title: 'Aina ya maudhui', description: 'Aina ya maudhui ya jibu.' },
    'receipts.answer.body': { title: 'Maudhui', description: 'Maandishi ya jibu.' },
    from: { title: 'Chanzo', description: 'Mahali thamani zilipo: kwenye maudhui ya JSON, fomu, au hoja ya URL.' },
    list: {
      title: 'Orodha',
      description:
        'Njia ya orodha ya stakabadhi kwenye maudhui ya JSON. Chaguo-msingi: maudhui ni stakabadhi moja au orodha.',
    },
    'receipts.reference': { title: 'Kumbukumbu', description: 'Njia au jina la uga wa kitambulisho cha ujumbe.' },
    'receipts.answer': { title: 'Jibu', description: 'Jibu letu kwa mtoa huduma, stakabadhi ikishahifadhiwa.' },
    gsm: { title: 'GSM 03.38', description: 'Kwa maandishi ya alfabeti ya GSM 03.38.' },
    ucs2: { title: 'UCS-2', description: 'Kwa maandishi mengine yote.' },
    send: { title: 'Kutuma', description: 'Ombi linalokabidhi ujumbe, na maana ya jibu lake.' },
    receipts: { title: 'Stakabadhi', description: 'Stakabadhi za uwasilishaji ambazo mtoa huduma hutuma.' },
    status: { title: 'Ombi la hali', description: 'Ombi linalouliza hali ya ujumbe.' },
    encodings: { title: 'Usimbaji', description: 'Thamani za {encoding}.' },
    timeoutSeconds: { title: 'Muda wa kusubiri jibu (sekunde)', description: 'Kikomo cha muda wa jibu.' },
    window: {
      title: 'Dirisha',
      description:
        'Maombi ya wakati mmoja ya kila mchakato. Baada ya hitilafu, ujumbe usiozidi idadi hii hutumwa mara mbili.',
    },
    ratePerSecond: {
      title: 'Maombi kwa sekunde',
      description: 'Kasi ya juu zaidi ya kila mchakato. 0 inamaanisha hakuna kikomo.',
    },
    'secrets.password': { title: 'Nenosiri au tokeni ya {secrets.password}' },
  },
}
