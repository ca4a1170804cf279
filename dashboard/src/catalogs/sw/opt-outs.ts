import type { Catalog } from '../catalog.ts'

export const optOuts: Catalog['optOuts'] = {
  title: 'Waliojiondoa',
  about: 'Namba ambazo hazipokei tena ujumbe kutoka kwako. Zinarukwa unapotuma, bila malipo.',
  howTitle: 'Jinsi namba zinavyoongezwa',
  how: 'Watu wanaojibu STOP kwa ujumbe wako huongezwa kiotomatiki, na huondolewa wanapojibu START. Unaweza pia kuongeza namba mwenyewe, au kuingiza faili. PIN bado huwasilishwa, kwa sababu watu huziomba wenyewe.',
  search: 'Tafuta kwa tarakimu za kwanza',
  empty: 'Bado hakuna aliyejiondoa. Namba zitaonekana hapa watu wakijibu STOP.',
  phone: 'Namba ya simu',
  phoneHelp: 'Kama inavyopigwa ndani ya nchi ya akaunti, au ikianza na + na msimbo wa nchi.',
  since: 'Alijiondoa',
  viewMessages: 'Tazama ujumbe',
  add: 'Ongeza namba',
  addAbout: 'Kwa watu waliojiondoa kwa njia nyingine, kwa mfano kwa simu au dukani kwako.',
  added: '{phone} haitapokea tena ujumbe.',
  remove: 'Ondoa kwenye orodha',
  removeTitle: 'Ungependa kuondoa {phone} kwenye orodha?',
  removeWarning:
    'Mtu huyu aliomba asipokee ujumbe. Mwondoe kwenye orodha ikiwa tu ameomba ujumbe tena: katika nchi nyingi, kutuma ujumbe bila idhini ni kinyume cha sheria.',
  removed: '{phone} inaweza kupokea ujumbe wako tena.',
  source: 'Chanzo',
  allSources: 'Vyanzo vyote',
  sources: {
    stop: 'Alijibu STOP',
    api: 'API',
    person: 'Iliongezwa na mtu',
    import: 'Faili iliyoingizwa',
  },
  importTitle: 'Ingiza waliojiondoa',
  importAbout:
    'Faili ya CSV yenye safu phone, na ukipenda created_at yenye muda wa kujiondoa. Orodha ya namba tupu pia inafaa. Namba zilizopo tayari hazibadiliki.',
}
