import type { Catalog } from './catalog.ts'

export const sw: Catalog = {
  helpReply: 'Jibu STOP ili kuacha kupokea ujumbe, au START ili kuendelea kupokea.',
  lowCreditMessage: '{account}: salio la {product} ni dogo. Limebaki {available}, kiwango {level}.',
  roles: { owner: 'mmiliki', member: 'mwanachama', viewer: 'mtazamaji' },
  emails: {
    resetSubject: 'Weka upya nenosiri lako',
    resetText: `Habari,

Tumepokea ombi la kuweka upya nenosiri la {email}. Chagua nenosiri jipya ndani ya saa moja:

{link}

Kama hukuomba hili, puuza barua pepe hii. Nenosiri lako halitabadilika.
`,
    offerText: `Habari,

Msimamizi amekutumia kiungo cha kuweka upya nenosiri la {email}. Chagua nenosiri jipya ndani ya siku tatu:

{link}

Hadi hapo, nenosiri lako la sasa litaendelea kufanya kazi.
`,
    invitationSubject: 'Mwaliko wa kujiunga na {account}',
    invitationText: `Habari,

Umealikwa kujiunga na akaunti ya {account} kama {role}. Kubali mwaliko ndani ya siku tatu:

{link}

Utaingia kwa kutumia {email}.
`,
    invitationFromText: `Habari,

{inviter} anakualika kujiunga na akaunti ya {account} kama {role}. Kubali mwaliko ndani ya siku tatu:

{link}

Utaingia kwa kutumia {email}.
`,
    lowCreditSubject: 'Salio la {product} ni dogo: {account}',
    lowCreditText: `Habari,

Salio la {product} la akaunti ya {account} liko chini ya kiwango cha kikumbusho.

Salio linalopatikana: {available}
Kiwango cha kikumbusho: {level}

Unapokea barua pepe hii kwa kuwa wewe ni mmiliki wa akaunti. Hutapokea nyingine hadi salio liongezwe.
`,
    endpointSubject: 'Anwani ya webhook imezimwa: {host}',
    endpointGoneText: `Habari,

Ngoma imezima anwani yako {id} ya matukio ya {event} kwa sababu ilijibu 410 Gone:

  {url}

Matukio yanahifadhiwa. Rekebisha anwani, kisha iwashe tena na urudie matukio uliyoyakosa kwenye ukurasa wa Webhook wa dashibodi.
`,
    endpointFailingText: `Habari,

Ngoma imezima anwani yako {id} ya matukio ya {event} kwa sababu kila jaribio la uwasilishaji lilishindikana kwa siku tano:

  {url}

Matukio yanahifadhiwa. Rekebisha anwani, kisha iwashe tena na urudie matukio uliyoyakosa kwenye ukurasa wa Webhook wa dashibodi.
`,
  },
  checkout: {
    simulated: 'Malipo ya majaribio.',
    simulatedAbout: 'Hakuna pesa inayohamishwa.',
    payTitle: 'Lipa {amount} kwa {payee}',
    paying: 'Unamlipa',
    payee: 'Kwa',
    reference: 'Kumbukumbu',
    phone: 'Namba ya simu',
    openUntil: 'Lipa kabla ya',
    pay: 'Lipa {amount}',
    cancel: 'Ghairi',
    backToShop: 'Rudi {shop}',
    failed: 'Malipo yameshindikana. Hujatozwa. Unaweza kujaribu tena.',
    unavailable: 'Malipo hayapatikani kwa sasa. Tafadhali jaribu tena baadaye.',
    triesUsedUp: 'Ukurasa huu umetumika mara nyingi bila malipo. Omba ukurasa mpya kwa muuzaji.',
    amountUnavailable:
      'Kiasi hiki hakiwezi kulipwa hapa, kwa sababu ni kiasi kisicho na senti tu kinachokubaliwa. Tafadhali wasiliana na duka.',
    currencyUnavailable: 'Malipo ya {currency} hayakubaliwi hapa. Tafadhali wasiliana na duka.',
    phoneInvalid: 'Weka namba ya simu inayolipa, pamoja na msimbo wa nchi.',
    payElsewhere: 'Lipa kwa kadi au pesa za simu',
    confirmOnPhone: 'Thibitisha malipo kwenye simu yako {phone}.',
    unknownAbout: 'Matokeo bado hayajulikani, na inaweza kuchukua siku kadhaa. Pesa yako haijapotea.',
    pendingTitle: 'Malipo yanaendelea',
    pending: 'Malipo yako yanashughulikiwa',
    pendingAbout: 'Ukurasa huu unaangalia matokeo kila baada ya sekunde {seconds}. Usilipe tena.',
    startedAt: 'Yalianza',
    continueElsewhere: 'Endelea na malipo',
    checkNow: 'Angalia sasa',
    paid: 'Malipo yamefanikiwa',
    paidAbout: 'Asante. Unaweza kufunga ukurasa huu.',
    paidAt: 'Yalilipwa',
    cancelled: 'Malipo yameghairiwa',
    cancelledAbout: 'Hujatozwa. Unaweza kufunga ukurasa huu.',
    cancelledAt: 'Yalighairiwa',
    expired: 'Muda wa malipo umekwisha',
    expiredAbout: 'Muda wa kulipa umepita. Hujatozwa. Tafadhali rudi kwenye duka na uanze tena.',
    expiredAt: 'Yaliisha muda',
    missing: 'Malipo hayakupatikana',
    missingAbout: 'Kiungo hakijakamilika, au malipo yameondolewa. Tafadhali rudi kwenye duka na uanze tena.',
    rejected: 'Hitilafu imetokea',
    rejectedAbout: 'Hakuna kilichobadilika. Tafadhali rudi nyuma, pakia ukurasa upya na ujaribu tena.',
    fault: 'Hitilafu imetokea',
    faultAbout: 'Tafadhali pakia ukurasa huu upya baada ya muda mfupi. Hutatozwa mara mbili.',
  },
  link: {
    missing: 'Kiungo hakikupatikana',
    missingAbout: 'Kiungo hiki hakipo au hakifanyi kazi tena. Hakikisha umekinakili chote, au muulize aliyekutumia.',
    fault: 'Hitilafu imetokea',
    faultAbout: 'Tafadhali fungua kiungo tena baada ya muda mfupi.',
  },
}
