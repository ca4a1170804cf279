import type { Catalog } from '../catalog.ts'

export const senders: Catalog['senders'] = {
  title: 'Majina ya watumaji',
  about:
    'Wapokeaji huona jina hili badala ya namba ya simu. Msimamizi wako huidhinisha kila jina ili kuzuia watu kujifanya wengine.',
  request: 'Omba jina la mtumaji',
  sendRequest: 'Tuma ombi',
  search: 'Tafuta kwa jina',
  empty: 'Bado hakuna majina ya watumaji. Omba jina: unahitaji jina la mtumaji ili kutuma ujumbe.',
  name: 'Jina',
  senderName: 'Jina la mtumaji',
  status: 'Hali',
  allStatuses: 'Hali zote',
  statuses: {
    active: 'Linatumika',
    pending: 'Linasubiri',
    rejected: 'Limekataliwa',
    inactive: 'Halitumiki',
  },
  meanings: {
    pending: 'Linasubiri kuidhinishwa',
    active: 'Liko tayari kutumika',
    rejected: 'Halikuidhinishwa',
    inactive: 'Halitumiki tena',
  },
  sample: 'Mfano wa ujumbe',
  sampleAbout: 'Msimamizi wako huusoma kabla ya kuidhinisha jina.',
  sampleRequired: 'Weka mfano wa ujumbe. Msimamizi wako anauhitaji ili kuidhinisha jina.',
  requested: 'Liliombwa',
  decided: 'Liliamuliwa',
  nameRequired: 'Weka jina la mtumaji.',
  badCharacters: 'Tumia herufi zisizo na alama, tarakimu, nafasi na alama za kawaida pekee.',
  tooLong: 'Tumia herufi zisizozidi 11, au namba ya tarakimu zisizozidi 20.',
  rules: {
    length: 'Hadi herufi, tarakimu, nafasi au alama 11, kama vile jina la biashara yako, au namba ya hadi tarakimu 20.',
    case: 'Herufi kubwa na ndogo hutofautiana: DUKA na Duka ni majina mawili. Andika jina kama wateja wako wanavyolijua.',
    replies: 'Wapokeaji hawawezi kujibu jina. Ili kupokea majibu, tumia namba.',
  },
  done: 'Jina la mtumaji {sender} limeombwa. Unaweza kulitumia baada ya msimamizi wako kuliidhinisha.',
}
