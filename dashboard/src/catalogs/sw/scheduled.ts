import type { Catalog } from '../catalog.ts'

export const scheduled: Catalog['scheduled'] = {
  about:
    'Ujumbe ulioratibiwa au ulio kwenye foleni. Kabla haujatumwa, unaweza kubadilisha wakati au kuughairi; ujumbe ulioghairiwa hautozwi.',
  list: 'Maombi yaliyoratibiwa',
  empty: 'Hakuna ujumbe ulioratibiwa. Ili kuratibu, chagua “Tuma baadaye” kwenye ukurasa wa Tuma.',
  time: 'Wakati wa kutuma',
  message: 'Ujumbe',
  from: 'Kutoka',
  campaign: 'Kampeni',
  messages: 'Idadi ya ujumbe',
  status: 'Hali',
  actions: 'Vitendo',
  reschedule: 'Badilisha wakati',
  rescheduleRequest: 'Badilisha wakati wa ombi {id}',
  cancel: 'Ghairi',
  cancelRequest: 'Ghairi ombi {id}',
  cancelTitle: 'Ungependa kughairi ujumbe {count, number}?',
  cancelAbout: 'Ujumbe {count, number} kutoka {sender}, uliopangwa {time}, hautatumwa. Salio lililozuiwa litarudishwa.',
  cancelMessages: 'Ghairi ujumbe',
  cancelled: 'Ujumbe {count, number} umeghairiwa. Salio lililozuiwa limerudishwa.',
  rescheduleTitle: 'Badilisha wakati wa ujumbe {count, number}',
  rescheduleAbout: 'Ujumbe {count, number} kutoka {sender}, sasa umepangwa {time}.',
  rescheduleMessages: 'Badilisha wakati wa ujumbe',
  rescheduled: 'Wakati wa ujumbe {count, number} umebadilishwa.',
  alreadySent: 'Ujumbe {count, number} ulikuwa umeshatumwa.',
  newTime: 'Wakati mpya wa kutuma ({zone})',
}
