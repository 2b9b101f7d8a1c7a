/**
 * What every {@link dev.dormouse.provider.Provider} must do, as tests that any implementation can run: extend {@link
 * dev.dormouse.testkit.provider.ProviderContract} and say how to open the provider on fresh storage.
 *
 * <p>Each test has storage of its own and may run beside others. Locks that must last are long; only tests about their end
 * take short ones, and those wait for what must happen instead of measuring how fast it does.
 */
@NullMarked
package dev.dormouse.testkit.provider;

import org.jspecify.annotations.NullMarked;
