import type { OperatorCatalog } from '../catalog.ts'

export const queues: OperatorCatalog['queues'] = {
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
