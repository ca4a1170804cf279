import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import type { NumberState } from '../../../../src/contract/account/numbers.ts'
import { confirm } from '../../parts/confirm.ts'
import { useDialogs } from '../../parts/dialogs.ts'
import { Icon } from '../../parts/icon.tsx'
import { withPlus } from '../../parts/numbers.ts'
import { useOptOuts } from '../../parts/opt-outs.tsx'
import { usePhoneText } from '../../parts/phone.tsx'
import { type RowAction, RowMenu } from '../../parts/row-menu.tsx'
import { StartDialog } from '../../parts/start-conversation.tsx'
import { type Account, mayAs } from '../../session.tsx'
import { fill, t } from '../../text.ts'

interface ActionsProps {
  readonly account: Account
  readonly state: NumberState
}

/** The actions that the role of the user allows. */
export function Actions({ account, state }: ActionsProps) {
  const { phone, contacts, optOut } = state
  const isMember = mayAs(account, 'member')
  const shown = usePhoneText()(phone)
  const navigate = useNavigate()
  const { name: dialog, open, close } = useDialogs()
  const { addOptOut, removal } = useOptOuts()
  const [conversation] = state.conversations
  const [contact] = contacts
  const actions: readonly RowAction[] = [
    ...(isMember
      ? [
          {
            label: optOut === null ? t.numberHistory.optOut : t.numberHistory.optIn,
            isDangerous: optOut === null,
            onClick: () => (optOut === null ? addOptOut(phone) : confirm(removal(phone))),
          },
        ]
      : []),
    ...(mayAs(account, 'owner')
      ? [
          {
            label: t.numberHistory.eraseData,
            isDangerous: true,
            to: `${account.path}/person`,
            state: { phone: withPlus(phone) },
          },
        ]
      : []),
  ]
  return (
    <>
      {conversation !== undefined && (
        <Button component={Link} to={`${account.path}/inbox/${conversation.id}`} leftSection={<Icon name="chat" />}>
          {t.numberHistory.openConversation}
        </Button>
      )}
      {isMember && !state.conversations.some(({ channel }) => channel === 'sms') && (
        <Button leftSection={<Icon name="send" />} onClick={() => open('start')} disabled={optOut !== null}>
          {t.numberHistory.write}
        </Button>
      )}
      {(contact !== undefined || isMember) && (
        <Button
          variant="default"
          component={Link}
          to={`${account.path}/contacts`}
          search={
            (contact === undefined ? { dialog: `add.${withPlus(phone)}` } : { q: withPlus(contact.phone) }) as never
          }
          leftSection={<Icon name={contact === undefined ? 'plus' : 'user'} />}
        >
          {contact === undefined ? t.numberHistory.addContact : t.numberHistory.editContact}
        </Button>
      )}
      <RowMenu label={fill(t.shared.actionsFor, { name: shown })} actions={actions} />
      {isMember && dialog === 'start' && (
        <StartDialog
          account={account}
          to={phone}
          onStarted={(id) => void navigate({ to: `${account.path}/inbox/${id}` })}
          close={close}
        />
      )}
    </>
  )
}
