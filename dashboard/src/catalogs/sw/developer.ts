import type { Catalog } from '../catalog.ts'

export const developer: Catalog['developer'] = {
  language: 'Lugha ya programu',
  codeIn: 'Ombi katika {language}',
  placeholders:
    'Badilisha KEY na SECRET kwa ufunguo wa API wa akaunti hii. Usiweke siri kwenye kurasa za wavuti wala programu.',
  requestId: 'Kitambulisho cha ombi',
  copyRequestId: 'Nakili kitambulisho cha ombi',
  noHint: 'Tazama jibu kwa maelezo.',
  requestLog: 'Kumbukumbu ya maombi',
  first: {
    title: 'Tuma ujumbe wa kwanza',
    about: 'Hii hutuma ujumbe halisi kupitia API na hutumia salio. Programu zako hutuma ombi lilelile.',
    from: 'Jina la mtumaji',
    requestSender: 'Omba kwanza jina la mtumaji',
    to: 'Nambari ya simu',
    toAbout: 'Simu yako mwenyewe, kwa muundo wa ndani au wa kimataifa.',
    toStaging:
      'Kwenye seva ya majaribio, ujumbe huenda tu kwenye simu pepe, au kwa watoa huduma walio kwenye mashine hii.',
    text: 'Maandishi ya ujumbe',
    example: 'Habari kutoka API ya Ngoma',
    send: 'Tuma ujumbe',
    request: 'Ombi lilelile katika programu yako',
  },
  answer: {
    unsent: 'Zimetumwa {valid, number} kati ya {total, number}',
    unsentAbout: 'Hakuna ujumbe uliotengenezwa, na hakuna salio lililotumika. Kagua namba.',
    title: 'Jibu',
    delivery: 'Ufikishaji:',
    inLog: 'Ona katika kumbukumbu ya maombi',
    message: 'Ona ujumbe',
  },
  guides: {
    title: 'Miongozo',
    about: '<all>Miongozo yote</all> na <reference>marejeo ya API</reference> ni sehemu ya seva hii.',
    names: {
      curl: 'Anza haraka',
      send: 'Kutuma ujumbe',
      'delivery-reports': 'Ripoti za ufikishaji',
      callbacks: 'Webhook',
      otp: 'PIN za mara moja',
      account: 'API ya akaunti na makosa',
      client: 'Programu ya TypeScript',
      'request-log': 'Kumbukumbu ya maombi',
    },
    contents: {
      curl: 'Tuma, kagua na lipa kwa curl.',
      send: 'Wapokeaji, maandishi, muda na bei.',
      'delivery-reports': 'Uliza hali ya kila ujumbe.',
      callbacks: 'Pokea matukio, na kagua saini yake.',
      otp: 'Tuma na thibitisha PIN.',
      account: 'Yote yaliyo chini ya /v2, na misimbo yote ya makosa.',
      client: 'Maombi yenye aina na majaribio salama.',
      'request-log': 'Tafuta ombi na sababu yake.',
    },
  },
}
