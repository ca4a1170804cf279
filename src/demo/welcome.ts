import { operator, owner, password, shopKey } from './credentials.ts'

/** What people need to look around. None of it is a secret: it is the same in every demo. */
export const welcome = (address: string) => `
  This is the demo of Ngoma: a shop in Dar es Salaam and its messages.

    Open        ${address}
    E-mail      ${owner.email}
    Password    ${password}

    API key     ${shopKey.apiKey}
    API secret  ${shopKey.secret}

  ${operator.email} signs in with the same password and sees all accounts. Everybody knows these: let nobody in from outside.
  Ctrl-C ends it.

`
