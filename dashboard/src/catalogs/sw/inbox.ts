import type { Catalog } from '../catalog.ts'

export const inbox: Catalog['inbox'] = {
  about:
    'Ujumbe ambao watu wanatuma kwa namba zako. STOP humwondoa mtumaji na HELP hujibiwa kwa maelekezo, yote kiotomatiki.',
  search: 'Tafuta kwa tarakimu za kwanza',
  list: 'Ujumbe unaoingia',
  empty: 'Bado hakuna ujumbe unaoingia. Majibu na ujumbe kwa namba zako vitaonekana hapa baada ya muda mfupi.',
  received: 'Ulipopokelewa',
  from: 'Kutoka',
  to: 'Kwa',
  text: 'Maandishi',
  type: 'Aina',
  reply: 'Jibu',
  replyTo: 'Jibu {phone}',
  kinds: {
    stop: 'Amejiondoa',
    start: 'Amejiunga tena',
    help: 'Ombi la msaada',
    message: 'Ujumbe',
  },
}
