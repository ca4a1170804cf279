/** Message texts of the demo, in Swahili and English as in Dar es Salaam. */

export const templates: readonly { readonly title: string; readonly text: string }[] = [
  {
    title: 'Oda imepokelewa',
    text: 'Habari {first_name}, oda yako imepokelewa. Tutakujulisha ikiwa njiani. Duka la Asha',
  },
  { title: 'Mzigo uko njiani', text: 'Habari {first_name}, mzigo wako uko njiani na utafika leo. Duka la Asha' },
  {
    title: 'Ofa ya wiki',
    text: 'Habari {first_name}! Ofa ya wiki: punguzo la 15% kwa vitenge na kanga zote hadi Jumamosi. Jibu STOP kujitoa.',
  },
  {
    title: 'Siku ya kuzaliwa',
    text: 'Heri ya siku ya kuzaliwa {first_name}! Njoo dukani leo upate zawadi yako. Duka la Asha',
  },
  {
    title: 'Bidhaa mpya',
    text: 'Habari {first_name}, bidhaa mpya zimefika kutoka Zanzibar. Karibu dukani {city}. Jibu STOP kujitoa.',
  },
]

export interface Campaign {
  readonly title: string
  /** Index of its address book in the list of the shop. */
  readonly book: number
  readonly text: string
}

export const campaigns: readonly Campaign[] = [
  {
    title: 'Ofa ya wiki',
    book: 0,
    text: 'Habari {first_name}! Ofa ya wiki: punguzo la 15% kwa vitenge na kanga hadi Jumamosi: {link https://duka.example/ofa} Jibu STOP kujitoa.',
  },
  {
    title: 'Bei za jumla',
    book: 1,
    text: 'Habari {first_name}, bei mpya za jumla ziko tayari: sukari, mchele na mafuta. Piga 0712 000 555. Jibu STOP kujitoa.',
  },
  {
    title: 'Kariakoo Jumamosi',
    book: 2,
    text: 'Duka la Asha Kariakoo liko wazi Jumamosi hadi saa 2 usiku. Karibu {first_name}! Jibu STOP kujitoa.',
  },
  {
    title: 'Nairobi delivery',
    book: 3,
    text: 'Hi {first_name}, we now deliver to {city} within two days. Reply STOP to opt out.',
  },
  {
    title: 'Bidhaa mpya',
    book: 0,
    text: 'Habari {first_name}, bidhaa mpya zimefika kutoka Zanzibar: viungo, kofia na mikeka. Jibu STOP kujitoa.',
  },
  {
    title: 'Kampala opening',
    book: 4,
    text: 'Hello {first_name}, our stand at Owino market opens this week. Come and greet us! Reply STOP to opt out.',
  },
  {
    title: 'Mwisho wa mwezi',
    book: 2,
    text: 'Mwisho wa mwezi, bei za chini! Kila kitu punguzo la 10% leo na kesho tu. Jibu STOP kujitoa. ❤️',
  },
]

export const onTheWay = 'Duka la Asha: mzigo wako uko njiani na utafika leo kabla ya saa 12 jioni. Asante!'
export const readyToCollect = 'Duka la Asha: oda yako iko tayari. Unaweza kuichukua dukani Kariakoo, mtaa wa Msimbazi.'

export const questions: readonly string[] = [
  'Habari, mpo wazi Jumapili?',
  'Kitenge cha bluu bado kipo?',
  'Oda yangu itafika lini?',
  'Naomba bei ya mchele kilo 25',
  'Do you deliver to Arusha?',
  'Asante sana, nimepokea mzigo',
  'Nataka kubadilisha saizi ya viatu',
  'How much is the blue kanga?',
  'Mnapokea malipo kwa simu?',
]

export const stopWords = ['STOP', 'Stop', 'ACHA', 'stop'] as const

export const schoolNotices: readonly string[] = [
  'Shule ya Upendo: kikao cha wazazi ni Jumamosi saa 3 asubuhi. Karibuni nyote.',
  'Shule ya Upendo: ada ya muhula wa pili ilipwe kabla ya tarehe 20. Asante.',
  'Shule ya Upendo: matokeo ya mitihani yako tayari ofisini.',
]

/** Messages of two customers, each with the reply of the shop. */
export const chats: readonly (readonly (readonly [customer: string, shop: string])[])[] = [
  [
    ['Habari Asha, viatu saizi 38 vimefika?', 'Habari! Ndiyo, vimefika leo.'],
    ['Mnaweza kuleta kesho asubuhi?', 'Ndiyo, tutaleta saa 4.'],
    ['Asante sana!', 'Karibu tena.'],
  ],
  [
    ['Hello, when do the 20 kangas leave?', 'They leave Dar es Salaam tonight and reach Nairobi on Thursday.'],
    ['Great, thank you.', 'You are welcome.'],
  ],
]
