import { Anchor, Paper, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Contact } from '../../../../src/contract/account/contacts.ts'
import type { Conversation } from '../../../../src/contract/account/conversations.ts'
import { useFields } from '../../parts/account-settings.ts'
import { showBriefTime } from '../../parts/formats.ts'
import { nameOfChannel } from '../../parts/labels.ts'
import { withPlus } from '../../parts/numbers.ts'
import { Fact } from '../../parts/section.tsx'
import { Note, PageLink, When } from '../../parts/text.tsx'
import { type Account, mayAs } from '../../session.tsx'
import { t } from '../../text.ts'
import classes from './inbox.module.css'
import { useNumber } from './writing.ts'

interface SideProps {
  readonly account: Account
  readonly conversation: Conversation
}

/** The contact, on wide screens. */
export function Side({ account, conversation: { id, phone } }: SideProps) {
  const number = useNumber(account, phone)
  const contact = number?.contacts[0]
  const others = number?.conversations.filter((one) => one.id !== id) ?? []
  return (
    <Paper withBorder component="aside" p="md" className={classes.side} aria-label={t.inbox.person}>
      <Stack gap="sm">
        <Title order={2} size="h5">
          {t.inbox.person}
        </Title>
        {number !== undefined && contact === undefined && (
          <Note>
            {t.inbox.noContact}{' '}
            {mayAs(account, 'member') && (
              <Anchor
                component={Link}
                to={`${account.path}/contacts`}
                search={{ dialog: `add.${withPlus(phone)}` } as never}
                inherit
              >
                {t.numberHistory.addContact}
              </Anchor>
            )}
          </Note>
        )}
        {contact && <Details contact={contact} />}
        {others.length > 0 && (
          <div>
            <Note>{t.inbox.otherConversations}</Note>
            {others.map((one) => (
              <Text size="sm" key={one.id}>
                <Anchor component={Link} to={`${account.path}/inbox/${one.id}`} inherit>
                  {nameOfChannel(one.channel)}
                </Anchor>{' '}
                · <When at={one.lastAt} show={showBriefTime} />
              </Text>
            ))}
          </div>
        )}
        <PageLink to={`${account.path}/numbers/${phone}`}>{t.inbox.history}</PageLink>
      </Stack>
    </Paper>
  )
}

function Details({ contact }: { readonly contact: Contact }) {
  const custom = useFields()
  const labels = t.shared.contactFields
  const facts: readonly (readonly [name: string, value: string])[] = [
    [labels.name, `${contact.title} ${contact.firstName} ${contact.lastName}`.trim()],
    [labels.city, contact.city],
    ...custom.map(({ key, name }) => [name, String(contact.fields[key] ?? '')] as const),
  ]
  return (
    <Stack gap="xs" component="dl" m={0}>
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
    </Stack>
  )
}
