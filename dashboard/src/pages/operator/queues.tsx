import { t } from '../../operator-text.ts'
import { carrierName } from '../../parts/labels.ts'
import { ResourcePage } from '../../parts/resource-page.tsx'
import { Note, showCount, TextLink, When } from '../../parts/text.tsx'
import { fill } from '../../text.ts'

/** Pending messages by carrier and lane. */
export function QueuesPage() {
  return (
    <>
      <ResourcePage
        route="GET /queues"
        isWhole
        everySeconds={5}
        title={t.queues.title}
        about={t.queues.about}
        keyOf={({ carrier, lane }) => `${carrier} ${lane}`}
        empty={t.queues.empty}
        columns={[
          { label: t.queues.carrier, show: ({ carrier }) => <CarrierName name={carrier} /> },
          { label: t.queues.kind, show: ({ lane }) => t.routes.lanes[lane] },
          {
            label: t.queues.waiting,
            show: ({ messages, more }) =>
              more ? fill(t.queues.approximate, { count: messages }) : showCount(messages),
            right: true,
          },
          { label: t.queues.inProgress, show: ({ inHand }) => showCount(inHand), right: true },
          { label: t.queues.scheduled, show: ({ scheduled }) => showCount(scheduled), right: true },
          { label: t.queues.oldest, show: ({ oldestDueAt }) => <When at={oldestDueAt} />, width: 200 },
        ]}
      />
      <Note mt="md" maw={720}>
        {t.queues.explained}
      </Note>
    </>
  )
}

/** The simulated network has no page of its own. */
function CarrierName({ name }: { readonly name: string }) {
  if (name === 'simulator') return <>{carrierName(name)}</>
  return <TextLink to={`/operator/providers/${name}`}>{name}</TextLink>
}
