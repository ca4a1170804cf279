import { Button, Group } from '@mantine/core'
import { t } from '../text.ts'
import type { ListPlace } from './filters.ts'

interface PlaceButtonsProps {
  readonly place: Pick<ListPlace, 'back' | 'goTo'>
  /** The cursor of the next page; null at the end. */
  readonly next: string | null
  readonly nextLabel?: string
}

/** The buttons below a list of several pages. */
export function PlaceButtons({ place: { back, goTo }, next, nextLabel = t.shared.paging.next }: PlaceButtonsProps) {
  if (back === null && next === null) return null
  return (
    <Group gap="sm">
      <Button size="xs" variant="default" disabled={back === null} onClick={() => back?.()}>
        {t.shared.paging.previous}
      </Button>
      <Button size="xs" variant="default" disabled={next === null} onClick={() => next !== null && goTo(next)}>
        {nextLabel}
      </Button>
    </Group>
  )
}
