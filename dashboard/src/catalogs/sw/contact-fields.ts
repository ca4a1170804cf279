import type { Catalog } from '../catalog.ts'

export const contactFields: Catalog['contactFields'] = {
  title: 'Sehemu za anwani',
  about:
    'Sehemu zako mwenyewe za anwani, kama vile vocha au pointi za uaminifu. Zitumie kwenye ujumbe kama {placeholder}, kwenye makundi na unapoingiza anwani.',
  create: 'Ongeza sehemu',
  edit: 'Badilisha sehemu',
  save: 'Hifadhi sehemu',
  delete: 'Futa sehemu',
  empty: 'Bado hakuna sehemu za anwani. Ongeza hapa, au ziunde kutoka safu za faili unapoingiza anwani.',
  name: 'Jina',
  nameRequired: 'Andika jina.',
  key: 'Kishika nafasi',
  keyStays: 'Kishika nafasi {placeholder} hakibadiliki.',
  type: 'Aina',
  types: {
    text: 'Maandishi',
    number: 'Nambari',
    date: 'Tarehe',
    choice: 'Chaguo',
  },
  choices: 'Machaguo',
  choicesHelp: 'Moja kwa kila mstari.',
  choicesRequired: 'Andika angalau chaguo moja.',
  numberWanted: 'Andika nambari, kama vile 1250 au 12.5.',
  created: 'Iliundwa',
  saved: 'Sehemu {name} imehifadhiwa.',
  deleted: 'Sehemu {name} imefutwa.',
  deleteTitle: 'Ufute sehemu {name}?',
  deleteWarning: 'Thamani zake zitaondolewa kwenye anwani zote. Huwezi kutendua hili.',
  values: 'Sehemu',
  more: '{values} na nyingine {count, number}',
}
