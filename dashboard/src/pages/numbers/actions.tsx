import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import type { NumberState } from '../../../../src/contract/account/numbers.ts'
import { Icon } from '../../parts/icon.tsx'
import { withPlus } from '../../parts/numbers.ts'
import { useOpening } from '../../parts/opening.ts'
import { OptOutNumber, RemoveOptOut } from '../../parts/opt-out-dialogs.tsx'
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
  const writing = useOpening<never>()
  const optingOut = useOpening<NumberState>()
  const optingIn = useOpening<NumberState>()
  const [conversation] = state.conversations
  const [contact] = contacts
  const actions: readonly RowAction[] = [
    ...(isMember
      ? [
          {
            label: optOut === null ? t.numberHistory.optOut : t.numberHistory.optIn,
            isDangerous: optOut === null,
            onClick: () => (optOut === null ? optingOut : optingIn).open(state),
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
      {isMember && conversation === undefined && (
        <Button leftSection={<Icon name="send" />} onClick={() => writing.open()} disabled={optOut !== null}>
          {t.numberHistory.write}
        </Button>
      )}
      {(contact !== undefined || isMember) && (
        <Button
          variant="default"
          component={Link}
          to={`${account.path}/contacts`}
          search={(contact === undefined ? { add: withPlus(phone) } : { q: withPlus(contact.phone) }) as never}
          leftSection={<Icon name={contact === undefined ? 'plus' : 'user'} />}
        >
          {contact === undefined ? t.numberHistory.addContact : t.numberHistory.editContact}
        </Button>
      )}
      <RowMenu label={fill(t.optOuts.actionsFor, { phone: shown })} actions={actions} />
      {writing.isOpen && (
        <StartDialog
          account={account}
          to={phone}
          onStarted={(id) => void navigate({ to: `${account.path}/inbox/${id}` })}
          onClose={writing.close}
        />
      )}
      <OptOutNumber opening={optingOut} />
      <RemoveOptOut opening={optingIn} />
    </>
  )
}
