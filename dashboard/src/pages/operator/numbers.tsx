import { Badge, Button, Group, Tabs } from '@mantine/core'
import type { InboundNumber } from '../../../../src/contract/console/inbound.ts'
import { t } from '../../operator-text.ts'
import { useDialogs } from '../../parts/dialogs.ts'
import { Icon } from '../../parts/icon.tsx'
import { Listing } from '../../parts/listing.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Phone } from '../../parts/phone.tsx'
import { ResourceList } from '../../parts/resource-page.tsx'
import { When } from '../../parts/text.tsx'
import { fill } from '../../text.ts'
import { KeywordDialog, NumberDialog, removalOf, removeKeyword } from './number/dialogs.tsx'

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
  const { open } = useDialogs()
  return (
    <>
      <Button mb="md" leftSection={<Icon name="plus" />} onClick={() => open('add')}>
        {t.numbers.add}
      </Button>
      <ResourceList
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
        ]}
        actionsWidth={300}
        actions={({ number }) => [
          { label: t.numbers.addKeyword, name: fill(t.numbers.addKeywordTo, { number }), dialog: 'keyword' },
        ]}
        form={(number, close) => <NumberDialog number={number} close={close} />}
        editLabel={t.numbers.change}
        editName={({ number }) => fill(t.numbers.changeNamed, { number })}
        remove={({ number }) => ({
          ...removalOf(number),
          label: t.numbers.remove,
          name: fill(t.numbers.removeNamed, { number }),
        })}
        dialogs={{ keyword: ({ number }, close) => <KeywordDialog number={number} close={close} /> }}
      />
    </>
  )
}

function Keywords({ number, keywords }: Pick<InboundNumber, 'number' | 'keywords'>) {
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
              onClick={() => removeKeyword(number, keyword)}
            >
              ×
            </button>
          }
        >
          {fill(t.numbers.keywordOf, { keyword, id: accountId })}
        </Badge>
      ))}
    </Group>
  )
}
