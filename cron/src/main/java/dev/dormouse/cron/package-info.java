/**
 * Cron expressions through cron-utils, which reads them and knows the calendar. What happens when the clocks change is
 * decided here, in {@code CronSchedule}.
 */
@NullMarked
package dev.dormouse.cron;

import org.jspecify.annotations.NullMarked;
