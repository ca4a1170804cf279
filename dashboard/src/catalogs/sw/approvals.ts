import type { Catalog } from '../catalog.ts'

export const approvals: Catalog['approvals'] = {
  title: 'Uidhinishaji',
  about:
    'Majina ya watumaji yaliyoombwa na akaunti. Wapokeaji huamini majina wanayoyajua, hivyo angalia ni nani anayeomba jina, na kwa nini, kabla ya kuliidhinisha.',
  status: 'Hali',
  states: {
    pending: 'Yanayosubiri',
    active: 'Yanayotumika',
    rejected: 'Yaliyokataliwa',
    inactive: 'Yaliyozimwa',
  },
  search: 'Tafuta majina ya watumaji',
  senderNames: 'Majina ya watumaji',
  empty: 'Hakuna majina ya watumaji yenye hali hii.',
  sender: 'Jina la mtumaji',
  account: 'Akaunti',
  purpose: 'Mfano wa ujumbe au sababu',
  requested: 'Liliombwa',
  actions: 'Vitendo',
  approve: 'Idhinisha',
  approveNamed: 'Idhinisha {sender}',
  reject: 'Kataa',
  rejectNamed: 'Kataa {sender}',
  deactivate: 'Zima',
  deactivateNamed: 'Zima {sender}',
  approved: 'Jina la mtumaji {sender} limeidhinishwa.',
  rejectTitle: 'Ungependa kukataa jina la mtumaji {sender}?',
  deactivateTitle: 'Ungependa kuzima jina la mtumaji {sender}?',
  reason: 'Sababu',
  reasonAbout: 'Wanachama wa {account} wanaweza kuisoma.',
  reasonMissing: 'Weka sababu, ili akaunti ijue cha kubadilisha.',
}
