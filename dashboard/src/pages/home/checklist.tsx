import type { AccountSetup } from '../../../../src/contract/console/setup.ts'
import type { Role } from '../../../../src/values/scopes.ts'
import { useAsk } from '../../data.ts'
import { Checklist, type Step } from '../../parts/checklist.tsx'
import { type Account, mayAs, useMe } from '../../session.tsx'
import { t } from '../../text.ts'

/** The first steps of an account, as the server sees them. Other members may do a step meanwhile. */
export function AccountChecklist({ account }: { readonly account: Account }) {
  const { operator } = useMe()
  const { data } = useAsk(
    'GET /accounts/:account/setup',
    { path: { account: account.id } },
    { everySeconds: 30, always: true },
  )
  if (data === undefined || !data.isNew) return null
  return (
    <Checklist
      name={String(account.id)}
      title={t.setup.title}
      about={t.setup.about}
      steps={listSteps(account, data.steps, operator)}
    />
  )
}

function listSteps(account: Account, states: AccountSetup['steps'], isOperator: boolean): Step[] {
  const by = (role: Exclude<Role, 'viewer'>, page: string, label: string): Step['action'] =>
    mayAs(account, role)
      ? { to: `${account.path}/${page}`, label }
      : role === 'owner'
        ? t.setup.byOwners
        : t.setup.byMembers
  const isWaiting = states.sender === 'waiting'
  return [
    {
      title: t.setup.sender,
      about: isWaiting ? t.setup.senderWaiting : t.setup.senderAbout,
      state: states.sender,
      action: isWaiting
        ? { to: `${account.path}/senders`, label: t.setup.viewSenders }
        : by('member', 'senders', t.setup.requestSender),
    },
    {
      title: t.setup.credit,
      about: t.setup.creditAbout,
      state: states.credit,
      action: isOperator ? { to: `/operator/accounts/${account.id}`, label: t.setup.addCredit } : t.setup.byOperators,
    },
    {
      title: t.setup.contacts,
      about: t.setup.contactsAbout,
      state: states.contacts,
      action: by('member', 'contacts', t.setup.addContacts),
    },
    {
      title: t.setup.message,
      about: t.setup.messageAbout,
      state: states.message,
      action: by('member', 'send', t.setup.sendMessage),
    },
    {
      title: t.setup.webhook,
      about: t.setup.webhookAbout,
      state: states.webhook,
      action: by('owner', 'webhooks', t.setup.addWebhook),
    },
  ]
}
