import { Anchor, SimpleGrid, Table, Text } from '@mantine/core'
import type { Campaign, CampaignResults } from '../../../../src/contract/account/campaigns.ts'
import { type Figure, Figures } from '../../parts/figures.tsx'
import { ScrollTable } from '../../parts/figures-table.tsx'
import { showAmount, showBriefTime, showCount, showPercent, showTime } from '../../parts/formats.ts'
import { explainReason } from '../../parts/labels.ts'
import { MessageChart } from '../../parts/message-chart.tsx'
import { Section } from '../../parts/section.tsx'
import { ShareBars } from '../../parts/share-bars.tsx'
import { fill, t } from '../../text.ts'
import { countsOf } from './status.tsx'

/** The figures of a campaign, by hour, reason and link. */
export function Results({ results }: { readonly results: CampaignResults }) {
  const { campaign, reasons, links } = results
  return (
    <>
      <Total campaign={campaign} />
      <ByHour results={results} />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Section title={t.campaign.reasons}>
          <ShareBars
            label={t.campaign.reasonsChart}
            empty={t.campaign.reasonsEmpty}
            bars={reasons.map(({ reason, explanation, messages }) => ({
              key: reason,
              name: explainReason(reason, explanation) ?? reason,
              messages,
              failed: messages,
              delivered: 0,
              pending: 0,
            }))}
          />
        </Section>
        <Section title={t.campaign.links}>
          {links.length === 0 ? (
            <Text c="dimmed">{t.campaign.linksEmpty}</Text>
          ) : (
            <Table aria-label={t.campaign.links}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t.campaign.link}</Table.Th>
                  <Table.Th ta="end">{t.campaign.clicks}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {links.map(({ url, clicks }) => (
                  <Table.Tr key={url}>
                    <Table.Td style={{ overflowWrap: 'anywhere' }}>
                      <Anchor href={url} target="_blank" rel="noreferrer" inherit>
                        {url}
                      </Anchor>
                    </Table.Td>
                    <Table.Td ta="end" className="number">
                      {showCount(clicks)}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          )}
        </Section>
      </SimpleGrid>
    </>
  )
}

function Total({ campaign }: { readonly campaign: Campaign }) {
  const { progress, results, currency } = campaign
  const { delivered, failed, cancelled, clicks, clicked, replies, replied, optOuts, price } = results
  const ended = delivered + failed
  const { recipients, leftOut } = countsOf(campaign)
  const figures: readonly Figure[] = [
    [t.campaign.recipients, showCount(recipients)],
    [t.campaign.delivered, showCount(delivered), ended > 0 && showPercent(delivered / ended)],
    [t.campaign.failed, showCount(failed), ended > 0 && showPercent(failed / ended)],
    [t.campaign.pending, showCount(progress.pending)],
    ...(cancelled > 0 ? [[t.campaign.cancelledMessages, showCount(cancelled)] as const] : []),
    ...(leftOut > 0 ? [[t.campaign.skipped, showCount(leftOut), skippedNote(progress)] as const] : []),
    [t.campaign.clicks, showCount(clicks), clicked > 0 && fill(t.campaign.clicked, { count: clicked })],
    [t.campaign.replies, showCount(replies), replied > 0 && fill(t.campaign.replied, { count: replied })],
    [t.campaign.optOuts, showCount(optOuts)],
    [t.campaign.cost, showAmount(price, currency)],
  ]
  return <Figures label={t.campaign.figures} figures={figures} columns={5} />
}

const skippedNote = ({ invalid, duplicates, optedOut }: Campaign['progress']) =>
  (
    [
      [t.campaigns.optedOut, optedOut],
      [t.campaigns.duplicates, duplicates],
      [t.campaigns.invalid, invalid],
    ] as const
  )
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name}: ${showCount(count)}`)
    .join(' · ')

const hourMs = 3_600_000
/** A campaign may be over in an hour, whose bar would fill the chart. */
const barsMin = 8

function barsOf(hours: CampaignResults['hours']) {
  const bars = hours.map(({ hour, delivered, failed }) => ({
    label: showBriefTime(new Date(hour)),
    delivered,
    failed,
    pending: 0,
  }))
  const last = Date.parse(hours.at(-1)?.hour ?? '')
  for (let later = 1; bars.length > 0 && bars.length < barsMin; later += 1)
    bars.push({ label: showBriefTime(new Date(last + later * hourMs)), delivered: 0, failed: 0, pending: 0 })
  return bars
}

function ByHour({ results: { hours, campaign } }: { readonly results: CampaignResults }) {
  const heads = [t.campaign.sent, t.campaign.delivered, t.campaign.failed, t.campaign.clicks, t.campaign.replies]
  return (
    <Section title={t.campaign.byHour}>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <MessageChart label={t.campaign.byHourChart} empty={t.campaign.byHourEmpty} height={220} bars={barsOf(hours)} />
        {hours.length > 0 && (
          <ScrollTable label={t.campaign.byHour} minWidth={520} maxHeight={260}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t.campaign.hour}</Table.Th>
                {[...heads, fill(t.campaign.costIn, { currency: campaign.currency })].map((name) => (
                  <Table.Th key={name} ta="end">
                    {name}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {hours.map(({ hour, sent, delivered, failed, clicks, replies, price }) => (
                <Table.Tr key={hour}>
                  <Table.Th scope="row" fw={400} style={{ whiteSpace: 'nowrap' }}>
                    {showTime(new Date(hour))}
                  </Table.Th>
                  {Object.entries({ sent, delivered, failed, clicks, replies }).map(([name, count]) => (
                    <Table.Td key={name} ta="end" className="number">
                      {showCount(count)}
                    </Table.Td>
                  ))}
                  <Table.Td ta="end" className="number">
                    {showAmount(price)}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </ScrollTable>
        )}
      </SimpleGrid>
    </Section>
  )
}
