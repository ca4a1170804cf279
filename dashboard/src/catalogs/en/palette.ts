/** The search over everything, and its commands. */
export const palette = {
  title: 'Search and commands',
  button: 'Search',
  placeholder: 'Name, number, ID, page or command',
  results: 'Results',
  searching: 'Searching',
  emptyTitle: 'No results for “{text}”',
  empty: 'Try a phone number or its last four digits, a name, an ID or a reference.',
  more: 'There are more results. Type more to narrow them down.',
  openNumber: 'Open the history of this number',
  hints: {
    move: 'to move',
    choose: 'to open',
    close: 'to close',
  },
  groups: {
    recent: 'Recent',
    commands: 'Commands',
    accounts: 'Switch account',
    conversation: 'Conversations',
    campaign: 'Campaigns',
    request: 'Requests',
    event: 'Events',
  },
  commands: {
    carrier: 'Add carrier',
    account: 'Create account',
    send: 'Send message',
    campaign: 'Create campaign',
    key: 'Create API key',
    webhook: 'Add webhook',
    language: 'Use {language}',
  },
  /** Words that mean the same at the start of a command. */
  makeWords: 'new add create',
  languageFailed: 'The language was not changed',
} as const

/** Keyboard shortcuts and their list. */
export const shortcuts = {
  title: 'Keyboard shortcuts',
  key: 'Key',
  effect: 'Effect',
  useKeys: 'Single-key shortcuts',
  groups: { everywhere: 'Everywhere', goTo: 'Go to a page', inbox: 'Inbox' },
  everywhere: {
    search: 'Search and commands',
    pageSearch: 'Search on this page',
    next: 'Next row of a list',
    previous: 'Previous row of a list',
    help: 'Show this list',
  },
  names: { enter: 'Enter', escape: 'Esc', send: 'Ctrl + Enter' },
} as const
