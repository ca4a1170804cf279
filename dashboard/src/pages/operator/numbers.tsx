import { Badge, Button, Group, Tabs } from '@mantine/core'
import { useState } from 'react'
import type { InboundNumber } from '../../../../src/contract/console/inbound.ts'
import { Icon } from '../../parts/icon.tsx'
import { Listing } from '../../parts/listing.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { When } from '../../parts/text.tsx'
import { KeywordDialog } from './number/keyword-dialog.tsx'
import { NumberDialog } from './number/number-dialog.tsx'
import { RemoveDialog } from './number/remove-dialog.tsx'

/** Numbers and short codes that people write to, and whose messages those are. */
export function NumbersPage() {
  return (
    <>
      <PageHead
        title="Numbers"
        about="Numbers and short codes that people can write to, and which account gets what they write: the whole number, or messages that begin with a keyword."
      />
      <Tabs defaultValue="numbers" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="numbers">Numbers</Tabs.Tab>
          <Tabs.Tab value="unowned">Messages of nobody</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="numbers">
          <Numbers />
        </Tabs.Panel>
        <Tabs.Panel value="unowned">
          <Listing
            label="Messages that belong to no account"
            route="GET /inbound/unowned"
            keyOf={({ id }) => id}
            empty="Everything that people wrote belongs to an account."
            columns={[
              { label: 'From', show: ({ phone }) => phone, width: 160 },
              { label: 'To', show: ({ number }) => number, width: 140 },
              { label: 'Text', show: ({ text }) => text },
              { label: 'Carrier', show: ({ carrier }) => carrier, width: 140 },
              { label: 'Received', show: ({ receivedAt }) => <When at={receivedAt} />, width: 180 },
            ]}
          />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

function Numbers() {
  const [edited, setEdited] = useState<InboundNumber | 'new' | null>(null)
  const [keywordOf, setKeywordOf] = useState<string | null>(null)
  const [removing, setRemoving] = useState<string | null>(null)
  return (
    <>
      <Button mb="md" leftSection={<Icon name="plus" />} onClick={() => setEdited('new')}>
        Add number
      </Button>
      <Listing
        label="Numbers"
        route="GET /inbound/numbers"
        keyOf={({ number }) => number}
        empty="No numbers yet. Add those that your carriers bring messages for."
        columns={[
          { label: 'Number', show: ({ number }) => number, width: 160 },
          {
            label: 'Whose',
            show: ({ accountId }) => (accountId === null ? 'Shared' : `Account ${accountId}`),
            width: 140,
          },
          { label: 'Keywords', show: ({ number, keywords }) => <Keywords number={number} keywords={keywords} /> },
          {
            label: 'Change',
            width: 300,
            show: (one) => (
              <Group gap="xs">
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => setKeywordOf(one.number)}
                  aria-label={`Add keyword to ${one.number}`}
                >
                  Add keyword
                </Button>
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => setEdited(one)}
                  aria-label={`Change ${one.number}`}
                >
                  Change
                </Button>
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => setRemoving(one.number)}
                  aria-label={`Remove ${one.number}`}
                >
                  Remove
                </Button>
              </Group>
            ),
          },
        ]}
      />
      {edited && <NumberDialog of={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      {keywordOf !== null && <KeywordDialog number={keywordOf} onClose={() => setKeywordOf(null)} />}
      {removing !== null && <RemoveDialog number={removing} keyword={null} onClose={() => setRemoving(null)} />}
    </>
  )
}

function Keywords({ number, keywords }: Pick<InboundNumber, 'number' | 'keywords'>) {
  const [removing, setRemoving] = useState<string | null>(null)
  if (keywords.length === 0) return <>–</>
  return (
    <Group gap="xs">
      {keywords.map(({ keyword, accountId }) => (
        <Badge
          key={keyword}
          variant="light"
          color="gray"
          tt="none"
          rightSection={
            <button
              type="button"
              className="plain"
              aria-label={`Remove the keyword ${keyword} of ${number}`}
              onClick={() => setRemoving(keyword)}
            >
              ×
            </button>
          }
        >
          {keyword}: account {accountId}
        </Badge>
      ))}
      {removing !== null && <RemoveDialog number={number} keyword={removing} onClose={() => setRemoving(null)} />}
    </Group>
  )
}
