import { Anchor, Badge, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { InboundKind, InboundMessage } from '../../../../src/contract/account/inbound.ts'
import { useFilters } from '../../parts/filters.ts'
import { type Column, Listing } from '../../parts/listing.tsx'
import { digitsIn, withPlus } from '../../parts/numbers.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Phone, usePhoneText } from '../../parts/phone.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { When } from '../../parts/text.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'

const colours: Readonly<Record<InboundKind, string>> = { stop: 'red', start: 'green', help: 'blue', message: 'gray' }

export function InboxPage() {
  const account = useThisAccount()
  const showPhone = usePhoneText()
  const [{ number }, setFilters] = useFilters()
  const reply: Column<InboundMessage> = {
    label: t.inbox.reply,
    show: ({ phone }) => (
      <Anchor
        inherit
        component={Link}
        to={`${account.path}/send`}
        search={{ to: withPlus(phone) } as never}
        aria-label={fill(t.inbox.replyTo, { phone: showPhone(phone) })}
      >
        {t.inbox.reply}
      </Anchor>
    ),
    width: 100,
  }
  return (
    <>
      <PageHead title={t.pages.inbox} about={t.inbox.about} />
      <SearchField label={t.inbox.search} value={number} onChange={(text) => setFilters({ number: text })} />
      <Listing
        route="GET /v2/inbound"
        path={{ account: account.id }}
        query={{ number: digitsIn(number) }}
        label={t.inbox.list}
        keyOf={({ id }) => id}
        empty={t.inbox.empty}
        columns={[
          { label: t.inbox.received, show: ({ receivedAt }) => <When at={receivedAt} />, width: 180 },
          {
            label: t.inbox.from,
            show: ({ phone }) => <Phone of={phone} />,
            width: 150,
          },
          { label: t.inbox.to, show: ({ number }) => number, width: 130 },
          {
            label: t.inbox.text,
            show: ({ text, textRemoved }) => (
              <Text inherit style={{ whiteSpace: 'pre-wrap' }} {...(textRemoved ? { c: 'dimmed' } : {})}>
                {textRemoved ? t.shared.textRemoved : text}
              </Text>
            ),
          },
          { label: t.inbox.type, show: ({ kind }) => <Kind kind={kind} />, width: 160 },
          ...(mayAs(account, 'member') ? [reply] : []),
        ]}
      />
    </>
  )
}

function Kind({ kind }: { readonly kind: InboundKind }) {
  return (
    <Badge variant="light" color={colours[kind]} radius="sm" tt="none">
      {t.inbox.kinds[kind]}
    </Badge>
  )
}
