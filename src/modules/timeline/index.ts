export type { Entry, TimelineEvent, TimelineQuestion, TimelineSource } from './model.ts'
export { readIdBound, readTimePosition, timePosition } from './positions.ts'
export { readTimeline, type TimelinePage, toEntry } from './read.ts'
export { tableTimeline } from './table-timeline.ts'
