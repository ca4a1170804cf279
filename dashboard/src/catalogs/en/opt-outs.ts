export const optOuts = {
  title: 'Opt-outs',
  about: 'Numbers that receive no more messages from you. They are skipped when you send, at no charge.',
  howTitle: 'How numbers are added',
  how: 'People who reply STOP to one of your messages are added automatically, and removed when they reply START. You can also add numbers yourself, or import a file. PINs are still delivered, because people request them.',
  search: 'Search by first digits',
  empty: 'No opt-outs yet. Numbers appear here when people reply STOP.',
  phone: 'Phone number',
  phoneHelp: 'As dialled in the country of the account, or with + and the country code.',
  since: 'Opted out',
  viewMessages: 'View messages',
  add: 'Add number',
  addAbout: 'For people who opted out another way, for example by phone or in your shop.',
  added: '{phone} will receive no more messages.',
  remove: 'Remove opt-out',
  removeTitle: 'Remove the opt-out of {phone}?',
  removeWarning:
    'This person asked to receive no messages. Remove the opt-out only if they have asked for messages again: in many countries, messages without consent are illegal.',
  removed: '{phone} can receive your messages again.',
  source: 'Source',
  allSources: 'All sources',
  /** How a number was opted out, by the API’s word. */
  sources: {
    stop: 'Replied STOP',
    api: 'API',
    person: 'Added by hand',
    import: 'Imported file',
  },
  importTitle: 'Import opt-outs',
  importAbout:
    'A CSV file with the column phone, and optionally created_at with the time of the opt-out. A plain list of numbers works too. Numbers that are already there stay unchanged.',
} as const
