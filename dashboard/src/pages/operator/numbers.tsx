import { Badge, Button, Group, Tabs } from '@mantine/core'
import { useState } from 'react'
import type { InboundNumber } from '../../../../src/contract/console/inbound.ts'
import { t } from '../../operator-text.ts'
import { Icon } from '../../parts/icon.tsx'
import { Listing } from '../../parts/listing.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Phone } from '../../parts/phone.tsx'
import { When } from '../../parts/text.tsx'
import { fill } from '../../text.ts'
import { KeywordDialog } from './number/keyword-dialog.tsx'
import { NumberDialog } from './number/number-dialog.tsx'
import { RemoveDialog } from './number/remove-dialog.tsx'

/** Numbers and short codes that receive messages, and their accounts. */
export function NumbersPage() {
  return (
    <>
      <PageHead title={t.numbers.title} about={t.numbers.about} />
      <Tabs defaultValue="numbers" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="numbers">{t.numbers.title}</Tabs.Tab>
          <Tabs.Tab value="unowned">{t.numbers.unassigned}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="numbers">
          <Numbers />
        </Tabs.Panel>
        <Tabs.Panel value="unowned">
          <Listing
            label={t.numbers.unassigned}
            route="GET /inbound/unowned"
            keyOf={({ id }) => id}
            empty={t.numbers.noUnassigned}
            columns={[
              { label: t.numbers.from, show: ({ phone }) => <Phone of={phone} />, width: 160 },
              { label: t.numbers.to, show: ({ number }) => number, width: 140 },
              {
                label: t.numbers.text,
                prose: true,
                show: ({ text, textRemoved }) => (textRemoved ? t.shared.textRemoved : text),
              },
              { label: t.numbers.carrier, show: ({ carrier }) => carrier, width: 140 },
              { label: t.numbers.received, show: ({ receivedAt }) => <When at={receivedAt} />, width: 180 },
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
        {t.numbers.add}
      </Button>
      <Listing
        label={t.numbers.title}
        route="GET /inbound/numbers"
        keyOf={({ number }) => number}
        empty={t.numbers.empty}
        columns={[
          { label: t.numbers.number, show: ({ number }) => number, width: 160 },
          {
            label: t.numbers.owner,
            show: ({ accountId }) =>
              accountId === null ? t.numbers.shared : fill(t.numbers.accountNumbered, { id: accountId }),
            width: 140,
          },
          {
            label: t.numbers.keywords,
            show: ({ number, keywords }) => <Keywords number={number} keywords={keywords} />,
          },
          {
            label: t.numbers.actions,
            width: 300,
            show: (one) => (
              <Group gap="xs">
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => setKeywordOf(one.number)}
                  aria-label={fill(t.numbers.addKeywordTo, { number: one.number })}
                >
                  {t.numbers.addKeyword}
                </Button>
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => setEdited(one)}
                  aria-label={fill(t.numbers.changeNamed, { number: one.number })}
                >
                  {t.numbers.change}
                </Button>
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => setRemoving(one.number)}
                  aria-label={fill(t.numbers.removeNamed, { number: one.number })}
                >
                  {t.numbers.remove}
                </Button>
              </Group>
            ),
          },
        ]}
      />
      {edited && <NumberDialog number={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
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
              aria-label={fill(t.numbers.removeKeywordNamed, { keyword, number })}
              onClick={() => setRemoving(keyword)}
            >
              ×
            </button>
          }
        >
          {fill(t.numbers.keywordOf, { keyword, id: accountId })}
        </Badge>
      ))}
      {removing !== null && <RemoveDialog number={number} keyword={removing} onClose={() => setRemoving(null)} />}
    </Group>
  )
}
