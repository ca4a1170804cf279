import type { OperatorCatalog } from '../catalog.ts'

export const users: OperatorCatalog['users'] = {
  title: 'Watumiaji',
  about: 'Kila anayeweza kuingia. Ili kuongeza mtumiaji, mwalike kwenye ukurasa wa Timu wa akaunti.',
  search: 'Tafuta kwa jina au barua pepe',
  empty: 'Bado hakuna watumiaji.',
  email: 'Barua pepe',
  name: 'Jina',
  rights: 'Haki',
  operator: 'Msimamizi',
  byAccount: 'Kwa kila akaunti',
  signIn: 'Kuingia',
  created: 'Aliongezwa',
  states: {
    two_factors: 'Hatua mbili',
    password: 'Nenosiri',
  },
  resetPassword: 'Weka upya nenosiri',
  resetPasswordOf: 'Weka upya nenosiri la {email}',
  removeFactor: 'Ondoa hatua ya pili',
  removeFactorOf: 'Ondoa hatua ya pili ya {email}',
  makeOperator: 'Mfanye msimamizi',
  makeOperatorNamed: 'Mfanye msimamizi: {email}',
  removeRights: 'Ondoa haki za msimamizi',
  removeRightsOf: 'Ondoa haki za msimamizi za {email}',
  dialogs: {
    reset: {
      title: 'Ungependa kuweka upya nenosiri la {email}?',
      about:
        'Utapata kiungo ambacho {email} atakitumia kuchagua nenosiri jipya. Nenosiri la zamani linafanya kazi hadi wakati huo.',
      submit: 'Unda kiungo',
      done: 'Kiungo cha {email}',
    },
    removeFactor: {
      title: 'Ungependa kuondoa hatua ya pili ya {email}?',
      about:
        '{email} ataingia kwa nenosiri pekee. Fanya hivi tu kwa mtumiaji aliyepoteza simu na misimbo ya akiba, na baada ya kuthibitisha ni nani anayeomba.',
      done: 'Hatua ya pili ya {email} imeondolewa.',
      submit: 'Ondoa hatua ya pili',
    },
    makeOperator: {
      title: 'Ungependa kumfanya {email} kuwa msimamizi?',
      about:
        '{email} ataweza kuona na kubadilisha kila kitu kwenye seva hii: akaunti zote, watoa huduma, bei na salio.',
      done: '{email} sasa ni msimamizi.',
      submit: 'Mfanye msimamizi',
    },
    removeRights: {
      title: 'Ungependa kuondoa haki za msimamizi za {email}?',
      about: '{email} ataendelea kufikia akaunti zake.',
      done: '{email} si msimamizi tena.',
      submit: 'Ondoa haki za msimamizi',
    },
  },
  linkTitle: 'Kiungo cha kuweka upya nenosiri',
}
