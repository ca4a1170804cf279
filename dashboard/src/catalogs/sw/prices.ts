import type { OperatorCatalog } from '../catalog.ts'

export const prices: OperatorCatalog['prices'] = {
  title: 'Bei',
  about:
    'Bei ya sehemu moja ya ujumbe, kikao cha gumzo, malipo yaliyokamilika au huduma nyingine. Bila bei, vikao vya gumzo na malipo ni bure na kila huduma nyingine inagharimu 1.',
  importCsv: 'Leta bei',
  setPrice: 'Weka bei',
  changePrice: 'Badilisha bei',
  savePrice: 'Hifadhi bei',
  rules:
    'Ni bei gani inatumika? Bei za akaunti hutangulia bei za akaunti zote. Kati ya hizo, <b>kiambishi kirefu zaidi</b> hushinda: ukiwa na bei za +255 na +25571, ujumbe kwenda +255712345678 hutozwa ya pili. Kati ya bei za kiambishi kilekile, hutumika ya karibuni iliyokwisha kuanza.',
  product: 'Bidhaa',
  allProducts: 'Bidhaa zote',
  account: 'Akaunti',
  all: 'Zote',
  allAccounts: 'Akaunti zote',
  empty: 'Bado hakuna bei. Weka moja, au leta orodha ya bei.',
  numbers: 'Namba',
  price: 'Bei',
  from: 'Inatumika tangu',
  notYet: 'Bado haijaanza',
  change: 'Badilisha',
  changeNamed: 'Badilisha bei ya {product} kwa {numbers}',
  delete: 'Futa',
  deleteNamed: 'Futa bei ya {product} kwa {numbers}',
  deleteTitle: 'Ungependa kufuta bei hii?',
  deletePrice: 'Futa bei',
  deleteAbout:
    '{product}, {numbers}, {account}: {amount}. Bei iliyotangulia itatumika tena, au bei ya kiambishi kifupi zaidi.',
  deleted: 'Bei imefutwa.',
  saved: 'Bei imehifadhiwa.',
  accountAbout: 'Acha tupu kwa akaunti zote zisizo na bei yao wenyewe.',
  prefix: 'Kiambishi',
  prefixAbout: 'Tarakimu za kwanza za namba, kama 255 au 25571. Acha tupu kwa namba zote.',
  prefixInvalid: 'Weka tarakimu zisizozidi 15, kama 255.',
  priceInvalid: 'Weka 0 au zaidi, yenye desimali zisizozidi nne, kama 12.5.',
  currency: 'Sarafu',
  currencyInvalid: 'Weka msimbo wa ISO 4217, kama TZS.',
  currencyOfAccount: 'Sarafu ya akaunti',
  fromIn: 'Inatumika tangu ({timeZone})',
  fromAbout: 'Acha tupu ili kuanza sasa. Hadi hapo bei iliyotangulia itatumika.',
  importTitle: 'Leta bei',
  importAbout:
    'Faili ya CSV yenye majina ya safu wima kwenye mstari wa kwanza. Safu wima product, prefix na price zinahitajika; account (kitambulisho chake), currency na valid_from si lazima. Safu mlalo yoyote ikiwa batili, hakuna kinacholetwa.',
  replace: 'Badilisha bei zilizopo',
  replaceAbout: 'Hufuta bei zilizopo za bidhaa na akaunti hizohizo, pamoja na za baadaye.',
  imported: '{rows, plural, one {Bei # imeletwa} other {Bei # zimeletwa}}.',
  importedReplaced:
    '{rows, plural, one {Bei # imeletwa} other {Bei # zimeletwa}}, {removed, plural, one {bei # ya zamani imefutwa} other {bei # za zamani zimefutwa}}.',
  invalidRows: 'Safu mlalo {count, number} ni batili, hivyo hakuna kilicholetwa.',
  invalidRowsFirst:
    'Safu mlalo {count, number} ni batili, hivyo hakuna kilicholetwa. {shown, number} za kwanza zinaonyeshwa.',
  error: 'Kosa',
  rowsAbout:
    'Safu mlalo ya 1 ni ya kwanza baada ya majina ya safu wima. Sahihisha safu mlalo, chagua faili tena, kisha uilete.',
}
