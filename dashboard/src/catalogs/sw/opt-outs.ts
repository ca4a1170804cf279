import type { Catalog } from '../catalog.ts'

export const optOuts: Catalog['optOuts'] = {
  title: 'Waliojiondoa',
  about: 'Nambari ambazo hazipokei tena ujumbe kutoka kwako. Zinarukwa unapotuma, bila malipo.',
  howTitle: 'Jinsi nambari zinavyofika hapa',
  how: 'Watu wanaojibu STOP kwa ujumbe wako huongezwa kiotomatiki, na huondolewa wanapojibu START. Unaweza pia kuongeza nambari mwenyewe. PIN bado huwasilishwa, kwa sababu watu huziomba wenyewe.',
  search: 'Tafuta kwa tarakimu za kwanza',
  empty: 'Bado hakuna aliyejiondoa. Nambari zitaonekana hapa watu wakijibu STOP.',
  phone: 'Nambari ya simu',
  phoneHelp: 'Pamoja na msimbo wa nchi, kama vile 255712345678',
  since: 'Alijiondoa',
  actions: 'Vitendo',
  actionsFor: 'Vitendo vya {phone}',
  viewMessages: 'Tazama ujumbe',
  add: 'Ongeza nambari',
  addAbout: 'Kwa watu waliojiondoa kwa njia nyingine, kwa mfano kwa simu au dukani kwako.',
  added: '{phone} haitapokea tena ujumbe.',
  remove: 'Ondoa kwenye orodha',
  removeTitle: 'Ungependa kuondoa {phone} kwenye orodha?',
  removeWarning:
    'Mtu huyu aliomba asipokee ujumbe. Mwondoe kwenye orodha ikiwa tu ameomba ujumbe tena: katika nchi nyingi, kutuma ujumbe bila idhini ni kinyume cha sheria.',
  removed: '{phone} inaweza kupokea ujumbe wako tena.',
}
