export const users = {
  title: 'Users',
  about: 'Everyone who can sign in. To add a user, invite them on the Team page of an account.',
  search: 'Search by name or email',
  empty: 'No users yet.',
  email: 'Email',
  name: 'Name',
  rights: 'Rights',
  operator: 'Operator',
  byAccount: 'By account',
  signIn: 'Sign-in',
  created: 'Created',
  states: {
    two_factors: 'Two-factor',
    password: 'Password',
  },
  resetPassword: 'Reset password',
  resetPasswordOf: 'Reset password of {email}',
  removeFactor: 'Remove second factor',
  removeFactorOf: 'Remove second factor of {email}',
  makeOperator: 'Make operator',
  makeOperatorNamed: 'Make operator: {email}',
  removeRights: 'Remove operator rights',
  removeRightsOf: 'Remove operator rights of {email}',
  dialogs: {
    reset: {
      title: 'Reset the password of {email}?',
      about: 'You get a link that lets {email} choose a new password. The old password works until then.',
      submit: 'Create link',
      done: 'Link for {email}',
    },
    removeFactor: {
      title: 'Remove the second factor of {email}?',
      about:
        '{email} then signs in with the password alone. Do this only for a user who lost both the phone and the backup codes, and only after you have verified who is asking.',
      done: 'Second factor of {email} removed.',
      submit: 'Remove second factor',
    },
    makeOperator: {
      title: 'Make {email} an operator?',
      about:
        '{email} will be able to see and change everything on this server: all accounts, carriers, prices and credit.',
      done: '{email} is now an operator.',
      submit: 'Make operator',
    },
    removeRights: {
      title: 'Remove the operator rights of {email}?',
      about: '{email} keeps access to their accounts.',
      done: '{email} is no longer an operator.',
      submit: 'Remove operator rights',
    },
  },
  linkTitle: 'Password reset link',
} as const
