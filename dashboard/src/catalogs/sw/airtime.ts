import type { Catalog } from '../catalog.ts'

export const airtime: Catalog['airtime'] = {
  title: 'Muda wa maongezi',
  about: 'Tuma muda wa maongezi kwa simu kutoka kwenye salio lako. Uhamisho ukishindikana, pesa hurudishwa.',
  send: 'Tuma muda wa maongezi',
  transfers: 'Uhamisho wa muda wa maongezi',
  emptyMember:
    'Bado hakuna muda wa maongezi uliotumwa. Chagua “Tuma muda wa maongezi” ili kuongeza salio la simu ya kwanza.',
  empty: 'Bado hakuna muda wa maongezi uliotumwa. Wanachama wa akaunti wanaweza kutuma.',
  state: 'Hali',
  allTransfers: 'Uhamisho wote',
  states: {
    accepted: 'Umekubaliwa',
    submitted: 'Unaendelea',
    successful: 'Umefanikiwa',
    failed: 'Umeshindikana',
  },
  sent: 'Ulitumwa',
  number: 'Namba ya simu',
  amount: 'Kiasi',
  reference: 'Kumbukumbu',
  provider: 'Mtoa huduma',
  overdue: 'Mtoa huduma hajatoa matokeo. Msimamizi wako anafuatilia.',
  balance: 'Salio la muda wa maongezi',
  statement: 'Tazama taarifa',
  held: '{amount} zimezuiwa kwa uhamisho unaosubiri',
  form: {
    numberRequired: 'Weka namba ya simu.',
    numberHelp: 'Kama inavyopigwa ndani ya nchi ya akaunti, au ikianza na + na msimbo wa nchi.',
    amountInvalid: 'Weka kiasi kama vile 500 au 10.50.',
    amountHelp: 'Hutozwa kwenye salio lako la muda wa maongezi.',
    amountAvailable: 'Hutozwa kwenye salio lako la muda wa maongezi: {amount} zinapatikana.',
    referenceHelp:
      'Hiari. Kitambulisho chako cha uhamisho huu, kama vile namba ya oda. Kila kimoja hutumika mara moja.',
    done: '{amount} zinatumwa kwa {phone}.',
  },
}
