import { Button } from '@mantine/core'
import { boundedCount, useCounts } from '../../parts/conversation-counts.ts'
import type { Account } from '../../session.tsx'
import { t } from '../../text.ts'
import { type Show, shows } from './filters.ts'
import classes from './inbox.module.css'

interface ShowFilterProps {
  readonly account: Account
  readonly chosen: Show
  readonly onChoose: (show: Show) => void
}

export function ShowFilter({ account, chosen, onChoose }: ShowFilterProps) {
  const counts: Partial<Record<Show, number>> = useCounts(account) ?? {}
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a legend, and these buttons explain themselves
    <div className={classes.filters} role="group" aria-label={t.inbox.filter}>
      {shows.map((show) => {
        const count = counts[show] ?? 0
        return (
          <Button
            key={show}
            size="compact-sm"
            fw={500}
            variant={show === chosen ? 'filled' : 'default'}
            aria-pressed={show === chosen}
            onClick={() => onChoose(show)}
          >
            {t.inbox.filters[show]}
            {count > 0 && (
              <span className="number" style={{ marginInlineStart: 6, fontWeight: 400 }}>
                {boundedCount(count)}
              </span>
            )}
          </Button>
        )
      })}
    </div>
  )
}
