import type { Catalog } from '../catalog.ts'

export const templates: Catalog['templates'] = {
  title: 'Violezo',
  about:
    'Maandishi unayotuma mara kwa mara. Vishika nafasi kama vile {placeholder} hujazwa kwa kila anwani unapotuma kwa kitabu cha anwani.',
  create: 'Unda kiolezo',
  edit: 'Badilisha kiolezo',
  save: 'Hifadhi kiolezo',
  delete: 'Futa kiolezo',
  search: 'Tafuta kwa kichwa',
  empty: 'Bado hakuna violezo. Unda kimoja, kisha ukichague unapotuma ujumbe.',
  columns: {
    title: 'Kichwa',
    text: 'Maandishi',
    parts: 'Sehemu',
    created: 'Kiliundwa',
  },
  send: 'Tuma',
  sendTemplate: 'Tuma {title}',
  titleHelp: 'Wapokeaji hawakioni.',
  titleRequired: 'Weka kichwa.',
  textRequired: 'Weka maandishi ya ujumbe.',
  saved: 'Kiolezo “{title}” kimehifadhiwa.',
  deleted: 'Kiolezo “{title}” kimefutwa.',
  deleteTitle: 'Ungependa kufuta kiolezo “{title}”?',
  deleteWarning: 'Ujumbe uliotumwa utabaki kwenye historia, na ujumbe ulioratibiwa bado utatumwa.',
}
