/**
 * Replays orchestrations: a pure function from history and messages to decisions. No database, threads, clock or log in
 * here; what a turn needs of them comes through {@link dev.dormouse.orchestration.kernel.TurnPorts}.
 *
 * <pre>
 *   fetched ─► TurnPlan ─► look the code up ─► Kernel.run(TurnInput, Body, TurnPorts) ─► TurnResult ─► commit
 *
 *   events:   [ persisted history ..................... ][ what the messages became ][ new decisions ]
 *   cursor:   the code awaits, the cursor walks ─────────►                           ▲ end: unwind
 * </pre>
 *
 * <p><b>A turn.</b> The messages become events behind the persisted history. The code runs from its beginning on the calling
 * thread. Each decision goes to the end of a FIFO. An await of a future that is not done walks the cursor forward, event by
 * event: what arrived is delivered; a decision must be the same as the head of the FIFO. At the end of the events the FIFO
 * becomes new events, and if the future is still not done an Error unwinds the code. So where the cursor stands at any
 * point of the code depends on the history alone, not on how the messages fell into turns.
 *
 * <p><b>Messages as text.</b> JSON objects, flat. Payloads are strings, or {@code {"base64": "..."}} if they are not UTF-8.
 * What is null may be left out. Any order, unknown fields are ignored.
 *
 * <pre>
 *   {"type":"start","name":"order","input":"...","version":"1.2.0"}
 *        version may be missing: the newest; of a child also "parent":"id","parentExecution":1,"parentSchedule":7
 *   {"type":"continue", as start, and "carried":[{"queue":"q","data":"..."}],"status":"..."}
 *   {"type":"raise","name":"approved","data":"..."}
 *   {"type":"enqueue","queue":"orders","data":"..."}
 *   {"type":"cancel","reason":"..."}
 *   {"type":"cancelOverdue","execution":1}
 *        of an instance to itself
 *   {"type":"activityCompleted","execution":1,"schedule":5,"result":"..."}
 *   {"type":"activityFailed","execution":1,"schedule":5,"error":{"category":"APPLICATION",...}}
 *   {"type":"timerFired","execution":1,"schedule":6}
 *   {"type":"childCompleted","execution":1,"schedule":7,"result":"..."}
 *   {"type":"childFailed","execution":1,"schedule":7,"error":{...}}
 * </pre>
 *
 * <p>Missing {@code input} and {@code data} are empty payloads, which stand for null.
 */
@NullMarked
package dev.dormouse.orchestration.kernel;

import org.jspecify.annotations.NullMarked;
