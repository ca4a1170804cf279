import type { OperatorCatalog } from '../catalog.ts'
import { accounts } from './accounts.ts'
import { approvals } from './approvals.ts'
import { audit } from './audit.ts'
import { carriers } from './carriers.ts'
import { numbers } from './numbers.ts'
import { overdueAirtime } from './overdue-airtime.ts'
import { overview } from './overview.ts'
import { payments } from './payments.ts'
import { prices } from './prices.ts'
import { providers } from './providers.ts'
import { routes } from './routes.ts'
import { sandbox } from './sandbox.ts'
import { system } from './system.ts'
import { users } from './users.ts'

const receipts: OperatorCatalog['receipts'] = {
  title: 'Stakabadhi zisizolingana',
  about:
    'Stakabadhi za uwasilishaji ambazo kitambulisho chake hakilingani na ujumbe wowote. Kila moja hujaribiwa tena kwa siku moja, kwa sababu stakabadhi inaweza kufika kabla ya ujumbe wake kuhifadhiwa.',
  carrier: 'Mtoa huduma',
  allCarriers: 'Watoa huduma wote',
  empty: 'Hakuna stakabadhi zisizolingana.',
  received: 'Ilipokelewa',
  id: 'Kitambulisho kwenye stakabadhi',
  status: 'Hali',
  reason: 'Sababu',
  retrying: 'Bado inajaribiwa',
  yes: 'Ndiyo',
  givenUp: 'Hapana, imeachwa',
  meaning: 'Sababu zake',
  few: '<b>Stakabadhi chache</b> hazina madhara: programu nyingine inatumia system ID hiyohiyo, au ujumbe ulifutwa kabla ya stakabadhi yake kufika.',
  many: '<b>Nyingi kutoka kwa mtoa huduma mmoja:</b> anaandika vitambulisho vya ujumbe tofauti kwenye majibu na kwenye stakabadhi. 1A2B na 6699, kwa mfano, ni namba ileile. Kwenye mipangilio ya mtoa huduma, weka “Vitambulisho vya ujumbe kwenye majibu” na “Vitambulisho vya ujumbe kwenye stakabadhi” kuwa hex na decimal, au kinyume chake. Hufanya kazi kwa ujumbe utakaotumwa kuanzia hapo.',
  none: '<b>Hakuna hapa, lakini ujumbe unabaki ukisubiri:</b> huenda mtoa huduma hatumi stakabadhi, au haziwekei alama (tazama “Stakabadhi zisizo na alama” kwenye mipangilio yake).',
  removedCarriers: 'Stakabadhi za watoa huduma walioondolewa hubaki kwenye orodha.',
}

const queues: OperatorCatalog['queues'] = {
  title: 'Foleni',
  about:
    'Ujumbe unaosubiri kutumwa, kwa mtoa huduma na aina ya ujumbe. PIN hazisubiri nyuma ya ujumbe kwa watu wengi. Hesabu husasishwa kila sekunde chache.',
  empty: 'Hakuna ujumbe unaosubiri.',
  carrier: 'Mtoa huduma',
  kind: 'Aina ya ujumbe',
  waiting: 'Unaosubiri',
  inProgress: 'Unaotumwa',
  scheduled: 'Ulioratibiwa baadaye',
  oldest: 'Ujumbe wa zamani zaidi unasubiri tangu',
  approximate: 'takriban {count, number}',
  explained:
    '“Unaotumwa” umejumuishwa katika “Unaosubiri”. Ujumbe ukisubiri kwa muda mrefu, angalia mtoa huduma: huenda amesitishwa, hajaunganishwa, au ana kasi ndogo kuliko ujumbe unaotumwa.',
}

const doNotDisturb: OperatorCatalog['doNotDisturb'] = {
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

export const operatorCatalog: OperatorCatalog = {
  accounts,
  approvals,
  audit,
  carriers,
  doNotDisturb,
  numbers,
  overdueAirtime,
  overview,
  payments,
  prices,
  providers,
  queues,
  receipts,
  routes,
  sandbox,
  system,
  users,
}
