import type { OperatorCatalog } from '../catalog.ts'

export const overdueAirtime: OperatorCatalog['overdueAirtime'] = {
  title: 'Muda wa maongezi uliochelewa',
  providers: 'Wasambazaji wa muda wa maongezi',
  about:
    'Mtoa huduma hajaripoti matokeo kwa siku nzima. Kiasi kitabaki kimezuiwa hadi ufunge uhamisho: kwanza muulize mtoa huduma matokeo.',
  noOverdue: 'Hakuna uhamisho uliochelewa.',
  sent: 'Ulitumwa',
  account: 'Akaunti',
  accountNumbered: 'Akaunti {id}',
  number: 'Namba ya simu',
  amount: 'Kiasi',
  provider: 'Mtoa huduma',
  noReference: 'Hakuna kumbukumbu',
  actions: 'Vitendo',
  close: 'Funga',
  closeTransfer: 'Funga uhamisho',
  closeNumbered: 'Funga uhamisho {id}',
  closed: 'Uhamisho {id} umefungwa.',
  closeAbout: '{amount} kwenda {phone}. Huwezi kutendua hili. Akaunti itaarifiwa.',
  outcome: 'Matokeo',
  outcomeMissing: 'Chagua matokeo.',
  outcomes: {
    successful: 'Umefanikiwa',
    failed: 'Umeshindikana',
  },
  outcomeAbout: {
    successful: 'Simu ilipokea muda wa maongezi. Kiasi kinatozwa.',
    failed: 'Simu haikupokea muda wa maongezi. Kiasi kinarudi kwenye salio la akaunti.',
  },
  reason: 'Sababu',
  reasonAbout:
    'Jinsi unavyojua matokeo. Huwekwa kwenye kumbukumbu ya ukaguzi, na huonyeshwa kwa akaunti uhamisho ukishindikana.',
  reasonMissing: 'Eleza jinsi unavyojua matokeo.',
}
