import type { OperatorCatalog } from '../catalog.ts'

export const doNotDisturb: OperatorCatalog['doNotDisturb'] = {
  title: 'Usisumbue',
  about:
    'Namba ambazo hazipokei ujumbe kutoka akaunti yoyote, isipokuwa PIN. Huhesabiwa kama waliojiondoa akaunti inapozitumia ujumbe.',
  search: 'Tafuta kwa tarakimu za kwanza',
  empty: 'Orodha haina namba. Ongeza namba, au ingiza orodha kama vile sajili ya taifa.',
  phone: 'Namba ya simu',
  phoneHelp: 'Ikianza na + na msimbo wa nchi, kama vile +255712345678.',
  source: 'Chanzo',
  sources: { person: 'Iliongezwa na mtu', import: 'Faili iliyoingizwa' },
  since: 'Iliongezwa',
  note: 'Maelezo',
  noteHelp: 'Yanaonekana na wasimamizi tu.',
  actions: 'Vitendo',
  actionsFor: 'Vitendo vya {phone}',
  add: 'Ongeza namba',
  addAbout: 'Hakuna akaunti inayoweza kutuma ujumbe kwa namba hii. Ujumbe uliopangwa kwake hautumwi pia.',
  added: '{phone} haitapokea tena ujumbe.',
  remove: 'Ondoa kwenye orodha',
  removeTitle: 'Ungependa kuondoa {phone} kwenye orodha ya usisumbue?',
  removeWarning:
    'Akaunti zote zitaweza tena kutuma ujumbe kwa namba hii, isipokuwa zile ambazo mwenye namba alijiondoa.',
  removed: '{phone} inaweza kupokea ujumbe tena.',
  importTitle: 'Ingiza namba',
  importAbout:
    'Faili ya CSV yenye safu phone, na ukipenda note na created_at. Orodha ya namba tupu pia inafaa. Namba ambazo hazimo kwenye faili zinabaki kwenye orodha.',
}
