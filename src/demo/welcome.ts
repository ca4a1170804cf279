import { operator, owner, password, shopKey, shopSmpp } from './credentials.ts'

/** These credentials are the same in every demo. The port is null when SMPP is off. */
export const welcome = (address: string, smppPort: number | null) => `
  Ngoma demo: a shop in Dar es Salaam and its messages.

    Dashboard   ${address}
    Email       ${owner.email}
    Password    ${password}

    API key     ${shopKey.apiKey}
    API secret  ${shopKey.secret}
${smppPort === null ? '' : smppLines(smppPort)}
  To see all accounts, sign in as ${operator.email} with the same password.
  These passwords are public: do not expose the demo to a network. Press Ctrl-C to stop.

`

const smppLines = (port: number) => `
    SMPP port   ${port}
    System ID   ${shopSmpp.systemId}
    Password    ${shopSmpp.password}
`
