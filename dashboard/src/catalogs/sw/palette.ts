import type { Catalog } from '../catalog.ts'

export const palette: Catalog['palette'] = {
  title: 'Utafutaji na amri',
  button: 'Tafuta',
  placeholder: 'Jina, namba, kitambulisho, ukurasa au amri',
  results: 'Matokeo',
  searching: 'Inatafuta',
  emptyTitle: 'Hakuna matokeo ya “{text}”',
  empty: 'Jaribu namba ya simu au tarakimu zake nne za mwisho, jina, kitambulisho au rejea.',
  more: 'Kuna matokeo zaidi. Andika zaidi ili kuyapunguza.',
  openNumber: 'Fungua historia ya namba hii',
  hints: {
    move: 'kusogea',
    choose: 'kufungua',
    close: 'kufunga',
  },
  groups: {
    recent: 'Za karibuni',
    commands: 'Amri',
    accounts: 'Badili akaunti',
    conversation: 'Mazungumzo',
    campaign: 'Kampeni',
    request: 'Maombi',
    event: 'Matukio',
  },
  commands: {
    carrier: 'Ongeza mtoa huduma',
    account: 'Unda akaunti',
    send: 'Tuma ujumbe',
    campaign: 'Unda kampeni',
    key: 'Unda ufunguo wa API',
    webhook: 'Ongeza webhook',
    language: 'Tumia {language}',
  },
  makeWords: 'mpya ongeza unda',
  languageFailed: 'Lugha haikubadilishwa',
}

export const shortcuts: Catalog['shortcuts'] = {
  title: 'Mikato ya kibodi',
  key: 'Kitufe',
  effect: 'Matokeo',
  useKeys: 'Mikato ya kitufe kimoja',
  groups: { everywhere: 'Kila mahali', goTo: 'Nenda kwenye ukurasa', inbox: 'Kikasha' },
  everywhere: {
    search: 'Utafutaji na amri',
    pageSearch: 'Tafuta kwenye ukurasa huu',
    next: 'Mstari unaofuata wa orodha',
    previous: 'Mstari uliotangulia wa orodha',
    help: 'Onyesha orodha hii',
  },
  names: { enter: 'Enter', escape: 'Esc', send: 'Ctrl + Enter' },
}
