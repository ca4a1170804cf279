import { operator, owner, password, shopKey } from './credentials.ts'

/** These credentials are the same in every demo. */
export const welcome = (address: string) => `
  Ngoma demo: a shop in Dar es Salaam and its messages.

    Dashboard   ${address}
    Email       ${owner.email}
    Password    ${password}

    API key     ${shopKey.apiKey}
    API secret  ${shopKey.secret}

  To see all accounts, sign in as ${operator.email} with the same password.
  These passwords are public: do not expose the demo to a network. Press Ctrl-C to stop.

`
